import { listClaimCodes } from '../../domain/devices/index.ts';
import { get, routes } from '../route.ts';

export const claimCodeRoutes = routes('/v1/admin/claim-codes', [get('', 200, listClaimCodes)]);
