import { deviceTexts } from './devices.ts';
import { inventoryTexts } from './inventory.ts';
import { listTexts } from './list.ts';
import { saleTexts } from './sales.ts';
import { shellTexts } from './shell.ts';

/** All texts by their keys. */
export const texts = {
  ...shellTexts,
  ...listTexts,
  ...deviceTexts,
  ...inventoryTexts,
  ...saleTexts,
} as const;
