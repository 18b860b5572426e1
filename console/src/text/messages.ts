import type { ErrorMessageId } from '../api/generated/enums.ts';

type Pair = readonly [ru: string, uz: string];

/** Sentences that say more than their code, in Russian and Uzbek: those of the screens that there are. Others have the text of their code. */
export const messageTexts: Readonly<Partial<Record<ErrorMessageId, Pair>>> = {
  INVALID_TRANSITION_FINAL: ['«{from}»: это окончательный статус.', '“{from}”: bu yakuniy holat.'],
  INVALID_TRANSITION_DEVICE_FINAL: [
    '«{from}»: это окончательный статус. Возьмите другое устройство.',
    '“{from}”: bu yakuniy holat. Boshqa qurilma oling.',
  ],
  INVALID_TRANSITION_ONLY_FROM: [
    'Из «{from}» в «{to}» нельзя: так переходят только {allowed}.',
    '“{from}” dan “{to}” ga oʻtib boʻlmaydi: faqat {allowed} oʻtadi.',
  ],
  INVALID_TRANSITION_OTHER_CAUSES: [
    'В «{to}» устройство переходит само, не вручную.',
    '“{to}” holatiga qurilma oʻzi oʻtadi, qoʻlda emas.',
  ],
  INVALID_TRANSITION_DEVICE_NEEDS_ENVELOPE: [
    'Устройству нужен конверт с новым секретом.',
    'Qurilmaga yangi sir konverti kerak.',
  ],
  INVALID_TRANSITION_DEVICE_NEEDS_CODE: [
    'Устройству нужен новый код привязки: сбросьте привязку.',
    'Qurilmaga yangi biriktirish kodi kerak: biriktirishni bekor qiling.',
  ],
  INVALID_TRANSITION_DEVICE_NEEDS_BOTH: [
    'Устройству нужны конверт с новым секретом и новый код привязки.',
    'Qurilmaga yangi sir konverti va yangi biriktirish kodi kerak.',
  ],
  INVALID_TRANSITION_PREORDER_FINAL: [
    '«{from}»: это окончательный статус. Возьмите новый предзаказ.',
    '“{from}”: bu yakuniy holat. Yangi oldindan buyurtma oling.',
  ],
  PREORDER_NOT_DELETABLE_DELIVERED: [
    'Предзаказ доставлен и поэтому сохраняется.',
    'Oldindan buyurtma yetkazilgan, shuning uchun saqlanadi.',
  ],
  PREORDER_NOT_DELETABLE_OPEN: [
    'Удалить можно только в статусах {allowed}. Сначала отмените предзаказ.',
    'Faqat shu holatlarda oʻchirish mumkin: {allowed}. Avval oldindan buyurtmani bekor qiling.',
  ],
  REVISION_CONFLICT_STALE: [
    'Запись уже изменили, её версия теперь {revision}. Показано новое состояние.',
    'Yozuv oʻzgartirilgan, versiyasi endi {revision}. Yangi holati koʻrsatildi.',
  ],
  DUPLICATE_PHONE: [
    'Этот телефон у другого клиента: возьмите его или сначала измените номер у него.',
    'Bu telefon boshqa mijozda: oʻshani oling yoki avval undagi raqamni oʻzgartiring.',
  ],
  DUPLICATE_EMAIL_CUSTOMER: [
    'Эта почта у другого клиента: возьмите его или сначала измените адрес у него.',
    'Bu pochta boshqa mijozda: oʻshani oling yoki avval undagi manzilni oʻzgartiring.',
  ],
  DEVICE_ALREADY_SOLD: [
    'Устройство уже продано: {number}. Возьмите другое или сначала отмените ту продажу, если за неё ещё не платили.',
    'Qurilma allaqachon sotilgan: {number}. Boshqasini oling yoki hali toʻlanmagan boʻlsa, avval oʻsha savdoni bekor qiling.',
  ],
  ROLE_FORBIDDEN_OPERATION: [
    'Ваша роль («{role}») этого не позволяет. Это могут: {roles}.',
    'Rolingiz (“{role}”) bunga ruxsat bermaydi. Buni qila oladi: {roles}.',
  ],
  ROLE_FORBIDDEN_SHARED: [
    'Общее меняют только его владелец и роль «{role}».',
    'Umumiyni faqat egasi va “{role}” roli oʻzgartiradi.',
  ],
  RATE_LIMITED_WAIT: [
    'Слишком много запросов: подождите {seconds} с.',
    'Soʻrovlar juda koʻp: {seconds} soniya kuting.',
  ],
  INVALID_CREDENTIALS_SIGN_IN: ['Почта или пароль неверны.', 'Pochta yoki parol notoʻgʻri.'],
  INVALID_TRANSITION_SALE_BY_REFUND: [
    '«Возвращено» ставит сам возврат всей суммы.',
    '“Qaytarilgan” holatini faqat toʻliq qaytarish qoʻyadi.',
  ],
  INVALID_TRANSITION_SALE_CLAIMED: [
    'Клиент уже привязал устройство. Верните деньги вместо этого.',
    'Mijoz qurilmani biriktirgan. Buning oʻrniga pulni qaytaring.',
  ],
  INVALID_TRANSITION_SALE_OVER: ['Продажа окончена. Создайте новую.', 'Savdo tugagan. Yangisini yarating.'],
  INVALID_TRANSITION_SALE_PARTLY_REFUNDED: [
    'Уже возвращено {refunded}. Верните и остаток.',
    '{refunded} allaqachon qaytarilgan. Qolganini ham qaytaring.',
  ],
  REFUND_AMOUNT_EXCEEDS_REFUNDABLE: [
    'Вернуть можно не больше {refundable}, а не {requested}.',
    'Koʻpi bilan {refundable} qaytarish mumkin, {requested} emas.',
  ],
  REFUND_NOT_ALLOWED_CANCELLED: [
    'Продажа отменена до оплаты: возвращать нечего.',
    'Savdo toʻlovdan oldin bekor qilingan: qaytaradigan pul yoʻq.',
  ],
  REFUND_NOT_ALLOWED_REFUNDED: ['Вся сумма уже возвращена.', 'Butun summa allaqachon qaytarilgan.'],
  REFUND_NOT_ALLOWED_UNPAID: [
    'Продажа не оплачена. Отметьте оплату или отмените продажу.',
    'Savdo toʻlanmagan. Toʻlovni belgilang yoki savdoni bekor qiling.',
  ],
  SALE_NOT_EDITABLE_BELOW_REFUNDED: [
    'Сумма должна быть больше уже возвращённых {refunded}.',
    'Summa qaytarilgan {refunded} dan koʻp boʻlishi kerak.',
  ],
  SALE_NOT_EDITABLE_CUSTOMER_CLAIMED: [
    'Клиента не сменить: устройство уже привязано. Передайте устройство.',
    'Mijozni almashtirib boʻlmaydi: qurilma biriktirilgan. Qurilmani oʻtkazing.',
  ],
  SALE_NOT_EDITABLE_CUSTOMER_DEVICE_GONE: [
    'Клиента не сменить: устройства в этой продаже больше нет.',
    'Mijozni almashtirib boʻlmaydi: qurilma endi bu savdoda emas.',
  ],
  SALE_NOT_EDITABLE_CUSTOMER_OF_PREORDER: [
    'Клиента не сменить: продажа из его предзаказа. Сначала отвяжите предзаказ.',
    'Mijozni almashtirib boʻlmaydi: savdo uning oldindan buyurtmasidan. Avval oldindan buyurtmani uzing.',
  ],
  SALE_NOT_EDITABLE_LINK_CANCELLED: [
    'Отменённую продажу с предзаказом не связать. Создайте новую.',
    'Bekor qilingan savdoni oldindan buyurtmaga bogʻlab boʻlmaydi. Yangisini yarating.',
  ],
  SALE_NOT_EDITABLE_PRICE_OVER: ['Продажа окончена, цену не изменить.', 'Savdo tugagan, narxni oʻzgartirib boʻlmaydi.'],
  SALE_NOT_EDITABLE_PRICE_SETTLED: [
    'Цену уже не изменить. Верните разницу.',
    'Narxni endi oʻzgartirib boʻlmaydi. Farqni qaytaring.',
  ],
  INVALID_TRANSITION_DEVICE_IN_USE: [
    'Отменить продажу нельзя: клиент пользуется устройством. Сначала смените статус устройства: {allowed}.',
    'Savdoni bekor qilib boʻlmaydi: mijoz qurilmadan foydalanmoqda. Avval qurilma holatini oʻzgartiring: {allowed}.',
  ],
  INVALID_TRANSITION_BATCH_TO_PROVISION: [
    'В «{to}» партия переходит сама: создайте её устройства.',
    '“{to}” holatiga partiya oʻzi oʻtadi: qurilmalarini yarating.',
  ],
  INVALID_TRANSITION_BATCH_TO_ARCHIVE: ['Для этого отправьте партию в архив.', 'Buning uchun partiyani arxivlang.'],
  INVALID_TRANSITION_BATCH_PROVISIONING: [
    'Устройства партии ещё создаются. Создайте их снова, чтобы закончить, или переведите партию в «{otherwise}».',
    'Partiya qurilmalari hali yaratilmoqda. Tugatish uchun yana yarating yoki partiyani “{otherwise}” holatiga oʻtkazing.',
  ],
  INVALID_TRANSITION_BATCH_WITH_DEVICES: [
    'У партии есть устройства. Ненужные переведите в «{deviceStatus}», а партию отправьте в архив.',
    'Partiyada qurilmalar bor. Keraksizlarini “{deviceStatus}” holatiga oʻtkazing, partiyani esa arxivlang.',
  ],
  INVALID_TRANSITION_BATCH_FIXED: [
    'Устройства партии уже созданы, её план не изменить. Создайте новую партию.',
    'Partiya qurilmalari yaratilgan, rejasini oʻzgartirib boʻlmaydi. Yangi partiya yarating.',
  ],
  INVALID_TRANSITION_BATCH_ABANDONED: [
    'Партия отменена: её можно только отправить в архив. Создайте новую партию.',
    'Partiya bekor qilingan: uni faqat arxivlash mumkin. Yangi partiya yarating.',
  ],
  INVALID_TRANSITION_BATCH_FINAL: [
    '«{from}»: это окончательный статус. Создайте новую партию.',
    '“{from}”: bu yakuniy holat. Yangi partiya yarating.',
  ],
  INVALID_TRANSITION_BATCH_ARCHIVED: ['Партия уже в архиве.', 'Partiya allaqachon arxivda.'],
  INVALID_TRANSITION_BATCH_NOT_PROVISIONED: [
    'Сначала создайте устройства партии или переведите её в «{otherwise}».',
    'Avval partiya qurilmalarini yarating yoki uni “{otherwise}” holatiga oʻtkazing.',
  ],
  INVALID_TRANSITION_BATCH_NEVER_PROVISIONED: [
    'Партию отменили до создания устройств. Создайте новую партию.',
    'Partiya qurilmalar yaratilguncha bekor qilingan. Yangi partiya yarating.',
  ],
  BATCH_NOT_EDITABLE: [
    'План можно менять, пока партия — «Черновик». Готовую партию верните в «Черновик», вместо остальных создайте новую.',
    'Rejani partiya “Qoralama” boʻlgandagina oʻzgartirish mumkin. Tayyor partiyani “Qoralama” ga qaytaring, qolganlari oʻrniga yangisini yarating.',
  ],
  BATCH_NOT_DELETABLE_ARCHIVED: [
    'Партия в архиве: она сохраняется, но скрыта из списков.',
    'Partiya arxivda: u saqlanadi, lekin roʻyxatlarda koʻrinmaydi.',
  ],
  BATCH_NOT_DELETABLE_WITH_DEVICES: [
    'На партию ссылаются её устройства. Вместо удаления отправьте её в архив.',
    'Qurilmalari partiyaga bogʻlangan. Oʻchirish oʻrniga uni arxivlang.',
  ],
  BATCH_NOT_DELETABLE_WRONG_STATUS: [
    'Партия в статусе «{status}», удалить её нельзя. Сначала смените статус: {allowed}.',
    '“{status}” holatidagi partiyani oʻchirib boʻlmaydi. Avval holatini oʻzgartiring: {allowed}.',
  ],
  INVALID_LIFECYCLE_TRANSITION_REVOKED: [
    '«{from}»: это окончательное состояние. Загрузите новую сборку.',
    '“{from}”: bu yakuniy holat. Yangi yigʻma yuklang.',
  ],
  INVALID_LIFECYCLE_TRANSITION_COMPLETED: [
    'Завершённый релиз больше не раскатывается. Загрузите новую сборку.',
    'Tugallangan reliz qayta tarqatilmaydi. Yangi yigʻma yuklang.',
  ],
  INVALID_LIFECYCLE_TRANSITION_BEGUN: [
    'Раскатка уже начиналась: в «{to}» релиз не вернуть. Загрузите новую сборку.',
    'Tarqatish boshlangan: reliz “{to}” holatiga qaytmaydi. Yangi yigʻma yuklang.',
  ],
  LAST_SUPER_ADMIN: [
    'Это последний действующий суперадмин: сначала дайте эту роль другому.',
    'Bu oxirgi faol superadmin: avval bu rolni boshqasiga bering.',
  ],
  SELF_CHANGE_FORBIDDEN_ROLE: [
    'Свою роль менять нельзя: попросите другого суперадмина.',
    'Oʻz rolingizni oʻzgartirib boʻlmaydi: boshqa superadmindan soʻrang.',
  ],
  SELF_CHANGE_FORBIDDEN_STATUS: [
    'Свой доступ менять нельзя: попросите другого суперадмина.',
    'Oʻz kirishingizni oʻzgartirib boʻlmaydi: boshqa superadmindan soʻrang.',
  ],
  SELF_CHANGE_FORBIDDEN_PASSWORD: [
    'Свой пароль сбросить нельзя: смените его в своём профиле.',
    'Oʻz parolingizni tiklab boʻlmaydi: uni profilingizda almashtiring.',
  ],
};
