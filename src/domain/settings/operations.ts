export { getSettings } from './get-settings.ts';
export { updateBusinessSettings } from './update-business-settings.ts';
export { updateSystemSettings } from './update-system-settings.ts';
