import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import {
  getRelease,
  issueMaintenanceGrant,
  listPackageDevices,
  listReleases,
  type ReleaseStatsView,
  type ReleaseView,
  readReleaseStats,
  releaseActions,
  setReleaseLifecycle,
} from '../../domain/firmware/index.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../available-actions.ts';
import type { BatchRead, GraphqlContext } from '../context.ts';
import { operationField } from '../operation-field.ts';
import { IssuedGrantType } from '../pairing/pairing.type.ts';
import { PackageDeviceConnection, ReleaseConnection, ReleaseStatsType, ReleaseType } from './release.type.ts';

export const releaseFields = [
  operationField(listReleases, ReleaseConnection),
  operationField(getRelease, ReleaseType),
  operationField(listPackageDevices, PackageDeviceConnection),
  operationField(setReleaseLifecycle, ReleaseType),
  operationField(issueMaintenanceGrant, IssuedGrantType),
];

const releaseStats: BatchRead<ReleaseStatsView> = ({ em }, ids) => readReleaseStats(em(), ids);

@Resolver(() => ReleaseType)
export class ReleaseResolver {
  @FieldResolver(() => ReleaseStatsType, { nullable: true, description: 'How the installations of the release went.' })
  stats(@Root() release: ReleaseView, @Ctx() ctx: GraphqlContext) {
    return ctx.loadFacts(releaseStats, release.id);
  }

  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() release: ReleaseView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => releaseActions(release));
  }
}
