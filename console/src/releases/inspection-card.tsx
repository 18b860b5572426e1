import { Alert, Stack, Text } from '@mantine/core';
import { AlertIcon, CheckCircleIcon, InfoIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { Card, Facts } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import { grouped } from '../text/triple.ts';
import { Time } from '../ui/time.tsx';
import { type Inspection, isUploadable } from './inspection.ts';
import classes from './releases.module.css';
import { sizeOf } from './size.ts';
import '../text/firmware.ts';

/** What the service found in a package, and whether it can be uploaded. */
export function InspectionCard({ name, inspection }: { readonly name: string; readonly inspection: Inspection }) {
  const text = useText();
  const { t } = text;
  const { problems, warnings, existing } = inspection;
  const isGood = isUploadable(inspection);
  const { sameVersionReleaseId, sameDigestReleaseId } = existing;
  return (
    <Card title={name}>
      <Stack gap="sm">
        <Alert
          color={isGood ? 'karvon' : 'red'}
          variant="light"
          p="sm"
          icon={isGood ? <CheckCircleIcon /> : <AlertIcon />}
          role={isGood ? 'status' : 'alert'}
        >
          <Text size="sm" fw={650}>
            {t(isGood ? 'upload.good' : 'upload.bad')}
          </Text>
          {problems.map(({ code, message }) => (
            <Text key={`${code} ${message}`} size="sm">
              {sentenceOf({ code, message, params: {} }, text)}
            </Text>
          ))}
          {sameVersionReleaseId && (
            <Text size="sm">
              {t('upload.exists')}.{' '}
              <Link to="/releases/$id" params={{ id: sameVersionReleaseId }}>
                {t('upload.open')}
              </Link>
            </Text>
          )}
        </Alert>
        {(warnings.length > 0 || (sameDigestReleaseId && sameDigestReleaseId !== sameVersionReleaseId)) && (
          <Alert color="orange" variant="light" p="sm" icon={<InfoIcon />}>
            {warnings.map(({ code }) => (
              <Text key={code} size="sm">
                {t(`upload.warning.${code}`)}
              </Text>
            ))}
            {sameDigestReleaseId && sameDigestReleaseId !== sameVersionReleaseId && (
              <Text size="sm">
                {t('upload.sameImage')}.{' '}
                <Link to="/releases/$id" params={{ id: sameDigestReleaseId }}>
                  {t('upload.open')}
                </Link>
              </Text>
            )}
          </Alert>
        )}
        <InspectionFacts inspection={inspection} />
      </Stack>
    </Card>
  );
}

function InspectionFacts({ inspection }: { readonly inspection: Inspection }) {
  const { t, word, language } = useText();
  const { manifest, signatures, firmware, compatible, wouldBeDowngradeFor, securityStepsLeft } = inspection;
  return (
    <Facts
      facts={[
        [
          t('release.version'),
          manifest && `${manifest.version} · ${t('release.buildOf', { n: manifest.buildNumber })}`,
        ],
        [t('release.model'), manifest?.model],
        [t('release.hardware'), manifest?.hardwareRevisions.join(', ')],
        [
          t('upload.devices'),
          <span key="devices" className="k-number">
            {grouped(compatible.deviceCount)}
            {wouldBeDowngradeFor > 0 && (
              <span className={classes.dim}> · {t('upload.downgrade', { n: wouldBeDowngradeFor })}</span>
            )}
          </span>,
        ],
        [t('upload.channels'), manifest?.allowedChannels.map((one) => word('FirmwareChannel', one)).join(', ')],
        [
          t('upload.keys'),
          signatures
            .map(({ kid, keyLabel, status }) => `${keyLabel ?? kid.slice(0, 10)}: ${t(`upload.key.${status}`)}`)
            .join(', ') || undefined,
        ],
        [t('release.securityVersion'), manifest?.securityVersion],
        [t('upload.stepsLeft'), securityStepsLeft],
        [t('release.minFrom'), manifest?.minFromVersion],
        [t('release.minApp'), manifest?.minAppVersion],
        [t('release.size'), firmware && sizeOf(firmware.size, language)],
        [t('upload.built'), manifest && <Time key="built" at={manifest.createdAt} />],
        ...(manifest?.expiresAt
          ? ([[t('upload.expires'), <Time key="expires" at={manifest.expiresAt} />]] as const)
          : []),
      ]}
    />
  );
}
