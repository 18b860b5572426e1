import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type InstallationView, installationActions, listInstallations } from '../../domain/installations/index.ts';
import { ExplanationRecord, explanationIn } from '../../model/explanations.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { ACTIONS, AvailableActionType, actionsFor } from '../schema/available-actions.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';
import { InstallationConnection, InstallationType } from './installation.type.ts';

export const installationFields = [operationField(listInstallations, InstallationConnection)];

@Resolver(() => InstallationType)
export class InstallationResolver {
  @FieldResolver(() => [AvailableActionType], ACTIONS)
  availableActions(@Root() installation: InstallationView, @Ctx() ctx: GraphqlContext) {
    return actionsFor(ctx, () => installationActions(installation));
  }

  @FieldResolver(() => objectTypeOf(ExplanationRecord), {
    nullable: true,
    description:
      'The failure, in parts, where the service itself declared it; null for what a device or an operator wrote.',
  })
  failureExplanation(@Root() { failureSource, failureReason }: InstallationView) {
    return failureSource === 'SERVER' ? explanationIn(failureReason) : null;
  }
}
