import { customerTexts } from './customers.ts';
import { deviceTexts } from './devices.ts';
import { editTexts } from './edit.ts';
import { firmwareTexts } from './firmware.ts';
import { inventoryTexts } from './inventory.ts';
import { listTexts } from './list.ts';
import { meTexts } from './me.ts';
import { preorderTexts } from './preorders.ts';
import { saleTexts } from './sales.ts';
import { serviceAccountTexts } from './service-accounts.ts';
import { settingsTexts } from './settings.ts';
import { shellTexts } from './shell.ts';
import { teamTexts } from './team.ts';

/** All texts by their keys. */
export const texts = {
  ...shellTexts,
  ...listTexts,
  ...deviceTexts,
  ...inventoryTexts,
  ...saleTexts,
  ...preorderTexts,
  ...teamTexts,
  ...meTexts,
  ...settingsTexts,
  ...serviceAccountTexts,
  ...customerTexts,
  ...editTexts,
  ...firmwareTexts,
} as const;
