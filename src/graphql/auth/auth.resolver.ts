import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { getMe, listSessions } from '../../domain/auth/index.ts';
import { lowestRole, permissionsOf } from '../../domain/catalog.ts';
import { readPreferences } from '../../domain/preferences/index.ts';
import { readSaleDefaults } from '../../domain/settings/index.ts';
import type { View } from '../../model/record.ts';
import { PreferencesRecord } from '../../model/records/preferences.ts';
import { SessionRecord, ViewerRecord } from '../../model/records/session.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { type MutationEffects, operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';
import { Money } from '../schema/scalars.ts';

const ViewerType = objectTypeOf(ViewerRecord);
const PreferencesType = objectTypeOf(PreferencesRecord);

export const authFields = [operationField(listSessions, [objectTypeOf(SessionRecord)], { show: ({ items }) => items })];

/** Signing in and out set the session's cookie. */
export const sessionEffects: MutationEffects = {
  login: ({ token }: { readonly token: string }, ctx) => ctx.session.open(token),
  logout: (_signedOut, ctx) => ctx.session.close(),
};

/** The rest is read only when it is selected. */
type ViewerView = Omit<
  View<typeof ViewerRecord>,
  'defaultCurrency' | 'defaultDevicePrice' | 'timeZone' | 'preferences'
>;

@Resolver(() => ViewerType)
export class ViewerResolver {
  @FieldResolver(() => String)
  async defaultCurrency(@Ctx() ctx: GraphqlContext) {
    return (await ctx.loadFacts(readSaleDefaults, 'viewer'))?.defaultCurrency;
  }

  @FieldResolver(() => Money)
  async defaultDevicePrice(@Ctx() ctx: GraphqlContext) {
    return (await ctx.loadFacts(readSaleDefaults, 'viewer'))?.defaultDevicePrice;
  }

  @FieldResolver(() => String)
  timeZone(@Ctx() { call }: GraphqlContext) {
    return call.runtime.settings.businessTimeZone;
  }

  @FieldResolver(() => PreferencesType)
  preferences(@Root() { admin }: ViewerView, @Ctx() ctx: GraphqlContext) {
    return ctx.loadFacts(readPreferences, admin.id);
  }
}

/** The root field with more than its operation's result: the caller's rate limit. */
@Resolver()
export class AuthResolver {
  @Query(() => ViewerType, { nullable: true })
  async viewer(@Ctx() ctx: GraphqlContext): Promise<ViewerView> {
    const { result, rateLimit } = await ctx.runWithRateLimit(getMe);
    const { admin, session, serviceAccount = null } = result;
    const rights = await ctx.admin();
    return { admin, role: lowestRole(rights), permissions: permissionsOf(rights), session, serviceAccount, rateLimit };
  }
}
