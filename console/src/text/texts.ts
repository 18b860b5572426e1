import { deviceTexts } from './devices.ts';
import { inventoryTexts } from './inventory.ts';
import { listTexts } from './list.ts';
import { preorderTexts } from './preorders.ts';
import { saleTexts } from './sales.ts';
import { shellTexts } from './shell.ts';

/** All texts by their keys. */
export const texts = {
  ...shellTexts,
  ...listTexts,
  ...deviceTexts,
  ...inventoryTexts,
  ...saleTexts,
  ...preorderTexts,
} as const;
