import { analyticsTexts } from './analytics.ts';
import { auditTexts } from './audit.ts';
import { checklistTexts } from './checklist.ts';
import { customerTexts } from './customers.ts';
import { editTexts } from './edit.ts';
import { addWords } from './enums.ts';
import { fieldNameOf } from './field-names.ts';
import { firmwareTexts } from './firmware.ts';
import { firmwareWords } from './firmware-words.ts';
import { inventoryTexts } from './inventory.ts';
import { meTexts } from './me.ts';
import { preorderTexts } from './preorders.ts';
import { addFieldNames } from './problem.ts';
import { provisioningTexts } from './provisioning.ts';
import { saleTexts } from './sales.ts';
import { serviceAccountTexts } from './service-accounts.ts';
import { settingsTexts } from './settings.ts';
import { staffEnums } from './staff-enums.ts';
import { teamTexts } from './team.ts';
import { addTexts } from './texts.ts';
import { todayTexts } from './today.ts';

/** The texts of all screens but the first, which come with the first of these that is opened. */
export const screenTexts = {
  ...analyticsTexts,
  ...auditTexts,
  ...checklistTexts,
  ...customerTexts,
  ...editTexts,
  ...firmwareTexts,
  ...inventoryTexts,
  ...meTexts,
  ...preorderTexts,
  ...provisioningTexts,
  ...saleTexts,
  ...serviceAccountTexts,
  ...settingsTexts,
  ...teamTexts,
  ...todayTexts,
} as const;

export const screenWords = { ...firmwareWords, ...staffEnums } as const;

addTexts(screenTexts);
addWords(screenWords);
addFieldNames(fieldNameOf);
