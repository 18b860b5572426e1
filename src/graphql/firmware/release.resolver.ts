import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import {
  getRelease,
  listPackageDevices,
  listReleases,
  type ReleaseView,
  readReleaseCounts,
  readReleaseStats,
  releaseActions,
} from '../../domain/firmware/index.ts';
import { ExplanationRecord, explanationIn } from '../../model/explanations.ts';
import { UUID } from '../../model/grammar.ts';
import type { View } from '../../model/record.ts';
import {
  PauseLimitsRecord,
  type ReleaseEventRecord,
  ReleaseStatsRecord,
  type ReleaseStatsView,
} from '../../model/records/release.ts';
import type { BatchRead, GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf, selectionOf } from '../schema/record-type.ts';
import { PackageDeviceConnection, ReleaseConnection, ReleaseEventType, ReleaseType } from './release.type.ts';

export const releaseFields = [
  operationField(listReleases, ReleaseConnection),
  operationField(getRelease, ReleaseType),
  operationField(listPackageDevices, PackageDeviceConnection),
];

const ReleaseStatsType = objectTypeOf(ReleaseStatsRecord);
const PauseLimitsType = objectTypeOf(PauseLimitsRecord);
const PERCENT = 100;
const ExplanationType = objectTypeOf(ExplanationRecord);
const releaseStats: BatchRead<ReleaseStatsView> = ({ em }, ids) => readReleaseStats(em(), ids);
const releaseCounts: BatchRead<Omit<ReleaseStatsView, 'failureRate'>> = ({ em }, ids) => readReleaseCounts(em(), ids);

@Resolver(() => ReleaseType)
export class ReleaseResolver {
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The id of the admin who paused it; null unless an admin did. `pauseReason` says why the service did.',
  })
  pausedById(@Root() { pausedBy }: ReleaseView): string | null {
    return pausedBy !== null && UUID.test(pausedBy) ? pausedBy : null;
  }

  @FieldResolver(() => ReleaseStatsType, { nullable: true, description: ReleaseStatsRecord.description })
  stats(@Root() release: ReleaseView, @Ctx() ctx: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    const needed = selectionOf(info);
    const read = needed && !needed.includes('failureRate') ? releaseCounts : releaseStats;
    return ctx.loadFacts<Omit<ReleaseStatsView, 'failureRate'>>(read, release.id);
  }

  @FieldResolver(() => PauseLimitsType, { description: PauseLimitsRecord.description })
  pauseLimits(@Ctx() { call }: GraphqlContext): View<typeof PauseLimitsRecord> {
    const { pauseFailurePercent, pauseMinSample, pauseRollbacks } = call.runtime.settings.rollout;
    return {
      failureRate: pauseFailurePercent / PERCENT,
      minimumDevices: pauseMinSample,
      fallbacks: pauseRollbacks,
    };
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() release: ReleaseView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => releaseActions(release));
  }

  @FieldResolver(() => ExplanationType, { nullable: true, description: 'The reason of the pause, in parts.' })
  pauseExplanation(@Root() { pauseReason }: ReleaseView) {
    return explanationIn(pauseReason);
  }
}

@Resolver(() => ReleaseEventType)
export class ReleaseEventResolver {
  @FieldResolver(() => ExplanationType, { nullable: true, description: 'The reason of the pause, in parts.' })
  explanation(@Root() { reason }: View<typeof ReleaseEventRecord>) {
    return explanationIn(reason);
  }
}
