import type { NextStep } from '../api/generated/enums.ts';
import type { Triple } from './triple.ts';

/** What somebody does first. `{to}` is a status, in the words of the screen. */
export const stepTexts: Readonly<Record<NextStep, Triple>> = {
  cancelSale: ['cancel its sale', 'отмените продажу', 'savdosini bekor qiling'],
  claim: [
    'let its owner claim it in the app',
    'пусть владелец привяжет его в приложении',
    'egasi uni ilovada biriktirsin',
  ],
  createSale: ['sell it', 'продайте его', 'uni soting'],
  heartbeat: ['let it send a heartbeat', 'дождитесь его сигнала', 'uning signalini kuting'],
  issueProvisioningEnvelope: [
    'issue a new envelope',
    'выдайте конверт с новым секретом',
    'yangi sir konvertini bering',
  ],
  proof: ['let it prove its new secret', 'пусть подтвердит новый секрет', 'yangi sirini isbotlasin'],
  refundSale: ['refund its sale', 'верните деньги по продаже', 'savdo pulini qaytaring'],
  resetClaim: ['reset its claim', 'сбросьте привязку', 'biriktirishni bekor qiling'],
  setAdminStatus: ['set the admin to {to}', 'переведите сотрудника в {to}', 'xodimni {to} holatiga oʻtkazing'],
  setDeviceStatus: ['set it to {to}', 'переведите в «{to}»', '“{to}” holatiga oʻtkazing'],
  setPreorderStatus: ['set it to {to}', 'переведите в «{to}»', '“{to}” holatiga oʻtkazing'],
  setReleaseLifecycle: ['set it to {to}', 'переведите в «{to}»', '“{to}” holatiga oʻtkazing'],
  superAdmin: [
    'let a super admin set it to {to}',
    'пусть суперадмин переведёт в «{to}»',
    'superadmin “{to}” holatiga oʻtkazsin',
  ],
  transferDevice: ['transfer it to its new owner', 'передайте новому владельцу', 'yangi egasiga oʻtkazing'],
};
