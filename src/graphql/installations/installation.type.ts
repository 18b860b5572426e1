import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { InstallationEventView, InstallationView } from '../../domain/installations/index.ts';
import {
  CLOSED_REASONS,
  type ClosedReason,
  FAILURE_SOURCES,
  type FailureSource,
  INSTALLATION_EVENT_SOURCES,
  INSTALLATION_STATUSES,
  type InstallationEventSource,
  type InstallationStatus,
  RECONCILE_EVIDENCES,
  type ReconcileEvidence,
  VERIFICATIONS,
  type Verification,
} from '../../model/enums.ts';
import { enumType } from '../input-type.ts';
import { SafeInt } from '../scalars.ts';

@ObjectType('InstallationEvent', {
  description: 'Everything that was said or seen of an installation, whether it changed something or not.',
})
export class InstallationEventType implements Omit<InstallationEventView, 'installationId'> {
  @Field(() => ID)
  id: string;

  @Field()
  at: Date;

  @Field(() => enumType('InstallationEventSource', INSTALLATION_EVENT_SOURCES))
  source: InstallationEventSource;

  @Field(() => SafeInt, { nullable: true, description: 'The device’s clock, Unix milliseconds.' })
  signedMs: number | null;

  @Field(() => enumType('InstallationStatus', INSTALLATION_STATUSES), { nullable: true })
  reportedStatus: InstallationStatus | null;

  @Field(() => enumType('InstallationStatus', INSTALLATION_STATUSES))
  fromStatus: InstallationStatus;

  @Field(() => enumType('InstallationStatus', INSTALLATION_STATUSES))
  toStatus: InstallationStatus;

  @Field()
  applied: boolean;

  @Field({ description: 'What became of it: `MOVED`, `STALE`, `DUPLICATE`, the code of a refusal.' })
  outcome: string;

  @Field(() => String, { nullable: true })
  failureReason: string | null;

  @Field(() => ID, { nullable: true })
  actorId: string | null;
}

@ObjectType('Installation', { description: 'One attempt of a device to install a release.' })
export class InstallationType implements Omit<InstallationView, 'device' | 'release'> {
  @Field(() => ID)
  id: string;

  @Field(() => Int, { description: 'From 1.' })
  attempt: number;

  @Field(() => enumType('InstallationStatus', INSTALLATION_STATUSES))
  status: InstallationStatus;

  @Field(() => enumType('ClosedReason', CLOSED_REASONS), {
    nullable: true,
    description: 'Why the offer was withdrawn before the device started.',
  })
  closedReason: ClosedReason | null;

  @Field(() => enumType('FailureSource', FAILURE_SOURCES), { nullable: true })
  failureSource: FailureSource | null;

  @Field(() => String, { nullable: true, description: 'One of few words, so that the failures of a release add up.' })
  failureCode: string | null;

  @Field(() => String, { nullable: true })
  failureReason: string | null;

  @Field(() => String, { nullable: true })
  fromVersion: string | null;

  @Field(() => SafeInt, { nullable: true })
  fromBuildNumber: number | null;

  @Field(() => enumType('Verification', VERIFICATIONS), {
    nullable: true,
    description: 'What the device’s heartbeats say of its success.',
  })
  verification: Verification | null;

  @Field(() => enumType('ReconcileEvidence', RECONCILE_EVIDENCES), { nullable: true })
  evidence: ReconcileEvidence | null;

  @Field({ description: 'The device says SUCCESS after it had ended otherwise: worth a look.' })
  reconcilable: boolean;

  @Field(() => Int)
  restarts: number;

  @Field(() => Int)
  anomalies: number;

  @Field(() => Date, { nullable: true })
  startedAt: Date | null;

  @Field(() => Date, { nullable: true })
  finishedAt: Date | null;

  @Field(() => Date, { nullable: true })
  lastReportAt: Date | null;

  @Field(() => Date, { nullable: true })
  stuckSince: Date | null;

  @Field(() => Date, { nullable: true, description: 'Not offered again before.' })
  retryAt: Date | null;

  @Field()
  possiblyBricked: boolean;

  @Field(() => Int)
  revision: number;

  @Field()
  createdAt: Date;

  @Field()
  updatedAt: Date;
}
