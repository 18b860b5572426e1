import {
  assignPreorder,
  createPreorder,
  deletePreorder,
  exportPreorders,
  getPreorder,
  getPreorderConfig,
  getPreorderSettings,
  listPreorders,
  recordPreorderView,
  setPreorderStatus,
  updatePreorderSettings,
} from '../../domain/preorders/index.ts';
import { exportFile } from '../export-file.ts';
import { del, get, patch, post, put, routes } from '../route.ts';

export const preorderRoutes = [
  ...routes('/v1/public', [
    get('/preorder-config', 200, getPreorderConfig),
    post('/preorders', 201, createPreorder),
    post('/preorder-events/view', 201, recordPreorderView),
  ]),
  ...routes('/v1/admin', [
    get('/preorders', 200, listPreorders),
    get('/preorders/export.csv', 200, exportPreorders, exportFile),
    get('/preorders/:id', 200, getPreorder),
    del('/preorders/:id', 200, deletePreorder),
    patch('/preorders/:id/status', 200, setPreorderStatus),
    patch('/preorders/:id/assignment', 200, assignPreorder),
    get('/preorder-settings', 200, getPreorderSettings),
    put('/preorder-settings', 200, updatePreorderSettings),
  ]),
];
