import { getHealth } from '../../domain/health/index.ts';
import { get, routes } from '../route.ts';

export const healthRoutes = routes('', [get('/health', 200, getHealth)]);
