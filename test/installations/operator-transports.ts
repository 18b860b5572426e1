import type { Caller, Json, Reply } from '../support/callers.ts';

type Call = (who: Caller, id: string, body: Json, revision?: number) => Promise<Reply>;

/** The operators' calls on one of the two transports. A reply has REST's bodies, so that a test says each thing once. */
export interface OperatorTransport {
  /** The status of success. */
  readonly success: number;
  readonly reconcile: Call;
  readonly interrupt: Call;
}

const overRest =
  (action: string): Call =>
  (who, id, body, revision) =>
    who.rest(
      'POST',
      `/v1/admin/firmware/installations/${id}/${action}`,
      body,
      revision === undefined ? {} : { 'if-match': `"${revision}"` },
    );

const INSTALLATION = `{ id deviceId serial releaseId attempt status closedReason failureSource failureCode failureReason
  fromVersion fromBuildNumber verification evidence reconcilable restarts anomalies startedAt finishedAt lastReportAt
  stuckSince retryAt possiblyBricked revision createdAt updatedAt }`;

const overGraphql =
  (field: string): Call =>
  async (who, id, input, revision) => {
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
    const reply = await who.gql(
      `mutation ($id: ID!, $input: ${type}, $revision: Int) {
         ${field}(id: $id, input: $input, expectedRevision: $revision) { installation ${INSTALLATION} } }`,
      { id, input, revision },
    );
    const [error] = reply.body.errors ?? [];
    if (!error) return { ...reply, body: reply.body.data[field].installation };
    const { code, status } = error.extensions;
    return { ...reply, status: status ?? reply.status, body: { error: { code, message: error.message } } };
  };

export const transports: readonly (readonly [string, OperatorTransport])[] = [
  ['REST', { success: 201, reconcile: overRest('reconcile'), interrupt: overRest('interruption') }],
  [
    'GraphQL',
    { success: 200, reconcile: overGraphql('reconcileInstallation'), interrupt: overGraphql('interruptInstallation') },
  ],
];
