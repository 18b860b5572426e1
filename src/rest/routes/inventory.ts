import {
  archiveBatch,
  createBatch,
  deleteBatch,
  getBatch,
  listBatches,
  provisionBatch,
  provisionDevices,
  updateBatch,
} from '../../domain/inventory/index.ts';
import { del, get, patch, post, routes } from '../route.ts';

export const inventoryRoutes = routes('/v1/admin', [
  get('/inventory/batches', 200, listBatches),
  post('/inventory/batches', 201, createBatch),
  get('/inventory/batches/:id', 200, getBatch),
  patch('/inventory/batches/:id', 200, updateBatch),
  del('/inventory/batches/:id', 200, deleteBatch),
  post('/inventory/batches/:id/provision', 201, provisionBatch),
  post('/inventory/batches/:id/archive', 201, archiveBatch),
  post('/devices/batches', 201, provisionDevices),
]);
