import { actionTexts } from './actions.ts';
import { analyticsTexts } from './analytics.ts';
import { auditTexts } from './audit.ts';
import { auditWords } from './audit-actions.ts';
import { chartTexts } from './charts.ts';
import { checklistTexts } from './checklist.ts';
import { customerTexts } from './customers.ts';
import { dateTexts } from './dates.ts';
import { deviceTexts } from './devices.ts';
import { editTexts } from './edit.ts';
import { explanationWords } from './explanation-words.ts';
import { firmwareTexts } from './firmware.ts';
import { firmwareWords } from './firmware-words.ts';
import { inventoryTexts } from './inventory.ts';
import { listTexts } from './list.ts';
import { meTexts } from './me.ts';
import { offerWords } from './offer-words.ts';
import { paletteTexts } from './palette.ts';
import { preorderTexts } from './preorders.ts';
import { provisioningTexts } from './provisioning.ts';
import { saleTexts } from './sales.ts';
import { serviceAccountTexts } from './service-accounts.ts';
import { settingsTexts } from './settings.ts';
import { signInOverTexts } from './sign-in-over.ts';
import { staffEnums } from './staff-enums.ts';
import { teamTexts } from './team.ts';
import { todayTexts } from './today.ts';

/** All texts but those of the frame. Only types and tests read this: a file imports the texts that it shows (`imported-texts.test.ts`). */
export const screenTexts = {
  ...actionTexts,
  ...analyticsTexts,
  ...auditTexts,
  ...chartTexts,
  ...checklistTexts,
  ...customerTexts,
  ...dateTexts,
  ...deviceTexts,
  ...editTexts,
  ...firmwareTexts,
  ...inventoryTexts,
  ...listTexts,
  ...meTexts,
  ...paletteTexts,
  ...preorderTexts,
  ...provisioningTexts,
  ...saleTexts,
  ...serviceAccountTexts,
  ...settingsTexts,
  ...signInOverTexts,
  ...teamTexts,
  ...todayTexts,
} as const;

export const screenWords = {
  ...auditWords,
  ...explanationWords,
  ...firmwareWords,
  ...offerWords,
  ...staffEnums,
} as const;
