import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import { listAuditEntries } from '../../domain/audit/index.ts';
import type { GraphqlContext } from '../context.ts';
import { argsOf } from '../input-type.ts';
import { AuditEntryConnection } from './audit-entry.type.ts';

@Resolver()
export class AuditResolver {
  @Query(() => AuditEntryConnection, { nullable: true })
  auditEntries(
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
    @Args(() => argsOf(listAuditEntries)) args: object,
  ) {
    return ctx.list(listAuditEntries, args, info);
  }
}
