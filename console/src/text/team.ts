import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

export const teamTexts = {
  'team.name': ['Name', 'Имя', 'Ismi'],
  'team.email': ['E-mail', 'Эл. почта', 'Elektron pochta'],
  'team.role': ['Role', 'Роль', 'Roli'],
  'team.status': ['Status', 'Статус', 'Holati'],
  'team.lastLoginAt': ['Last sign-in', 'Последний вход', 'Oxirgi kirish'],
  'team.never': ['Never', 'Ни разу', 'Hech qachon'],
  'team.password': ['Password', 'Пароль', 'Parol'],
  'team.oneTime': ['One-time', 'Временный', 'Vaqtinchalik'],
  'team.own': ['Own', 'Свой', 'Oʻziniki'],
  'team.createdAt': ['Joined', 'В команде с', 'Qoʻshilgan'],
  'team.updatedAt': ['Changed', 'Изменён', 'Oʻzgargan'],
  'team.you': ['You', 'Вы', 'Siz'],
  'team.empty': ['Nobody is here', 'Никого нет', 'Hech kim yoʻq'],
  'team.emptyText': ['Add the first colleague.', 'Добавьте первого сотрудника.', 'Birinchi xodimni qoʻshing.'],
  'team.facts': ['Facts', 'Сведения', 'Maʼlumotlar'],
  'team.mayDo': ['What the role is for', 'Для чего роль', 'Rol nima uchun'],
  'team.scripts': ['Service accounts', 'Сервисные аккаунты', 'Xizmat hisoblari'],
  'team.noScripts': ['Has none.', 'Нет.', 'Yoʻq.'],
  'team.scriptUsed': ['used {ago}', 'использован {ago}', '{ago} ishlatilgan'],
  'team.scriptUnused': ['never used', 'не использовался', 'ishlatilmagan'],
  'team.deeds': ['Recent actions', 'Недавние действия', 'Soʻnggi amallar'],
  'team.noDeeds': ['Has done nothing yet.', 'Пока ничего не делал.', 'Hali hech narsa qilmagan.'],
  'team.create': ['Add a colleague', 'Добавить сотрудника', 'Xodim qoʻshish'],
  'team.createText': [
    'You get a one-time password for the first sign-in. It works for 72 hours and is shown once.',
    'Вы получите временный пароль для первого входа. Он действует 72 часа и показывается один раз.',
    'Birinchi kirish uchun vaqtinchalik parol olasiz. U 72 soat amal qiladi va bir marta koʻrsatiladi.',
  ],
  'team.setRole': ['Change the role', 'Сменить роль', 'Rolni oʻzgartirish'],
  'team.setRoleText': [
    'The colleague is signed out everywhere and works with the new role after the next sign-in.',
    'Сотрудник выйдет из всех сеансов и после входа получит новую роль.',
    'Xodim barcha seanslardan chiqariladi va keyingi kirishda yangi rol bilan ishlaydi.',
  ],
  'team.takeAway': ['Take away access', 'Закрыть доступ', 'Kirishni yopish'],
  'team.takeAwayText': [
    'Everything ends at once: every session in every browser, the password, and every service account of this colleague. What the colleague did stays in the history. Giving access back needs a new one-time password.',
    'Сразу прекратится всё: все сеансы во всех браузерах, пароль и все сервисные аккаунты сотрудника. История действий останется. Чтобы вернуть доступ, понадобится новый временный пароль.',
    'Hammasi darhol tugaydi: barcha brauzerlardagi seanslar, parol va xodimning barcha xizmat hisoblari. Qilgan ishlari tarixda qoladi. Kirishni qaytarish uchun yangi vaqtinchalik parol kerak boʻladi.',
  ],
  'team.takeAwayScripts': [
    'These service accounts stop working:',
    'Перестанут работать сервисные аккаунты:',
    'Bu xizmat hisoblari ishlamay qoladi:',
  ],
  'team.takeAwayNoScripts': [
    'The colleague has no active service account.',
    'Активных сервисных аккаунтов нет.',
    'Faol xizmat hisobi yoʻq.',
  ],
  'team.suspend': ['Suspend for a while', 'Приостановить', 'Vaqtincha toʻxtatish'],
  'team.suspendText': [
    'All sessions end, and the service accounts stop. The password stays: the colleague can sign in again as soon as you give access back.',
    'Все сеансы закончатся, сервисные аккаунты остановятся. Пароль останется: сотрудник войдёт, как только вы вернёте доступ.',
    'Barcha seanslar tugaydi, xizmat hisoblari toʻxtaydi. Parol qoladi: kirishni qaytarganingizda xodim yana kira oladi.',
  ],
  'team.giveBack': ['Give access back', 'Вернуть доступ', 'Kirishni qaytarish'],
  'team.giveBackText': [
    'After “Take away access” you get a new one-time password for the colleague; after a suspension the old password works again. Service accounts that have not expired work again too.',
    'После закрытия доступа вы получите новый временный пароль; после приостановки действует прежний. Неистёкшие сервисные аккаунты снова заработают.',
    'Kirish yopilgandan keyin yangi vaqtinchalik parol olasiz; toʻxtatilgandan keyin eskisi ishlaydi. Muddati oʻtmagan xizmat hisoblari ham yana ishlaydi.',
  ],
  'team.reset': ['Reset the password', 'Сбросить пароль', 'Parolni tiklash'],
  'team.resetText': [
    'The old password and all sessions end. You get a one-time password, which works for 72 hours and is shown once.',
    'Прежний пароль и все сеансы прекратятся. Вы получите временный пароль на 72 часа; он показывается один раз.',
    'Eski parol va barcha seanslar tugaydi. 72 soatlik vaqtinchalik parol olasiz; u bir marta koʻrsatiladi.',
  ],
  'team.endSessions': ['Sign out everywhere', 'Завершить все сеансы', 'Barcha seanslarni tugatish'],
  'team.endSessionsText': [
    'Every session of this colleague ends. The password and the service accounts stay.',
    'Все сеансы сотрудника закончатся. Пароль и сервисные аккаунты останутся.',
    'Xodimning barcha seanslari tugaydi. Parol va xizmat hisoblari qoladi.',
  ],
  'team.newPassword': ['One-time password', 'Временный пароль', 'Vaqtinchalik parol'],
  'team.newPasswordText': [
    'Give it to the colleague now: it is not shown again. It works for 72 hours and has to be replaced at the first sign-in.',
    'Передайте его сотруднику сейчас: больше он не появится. Действует 72 часа, при первом входе его нужно заменить.',
    'Uni hozir xodimga bering: qayta koʻrsatilmaydi. 72 soat amal qiladi, birinchi kirishda almashtiriladi.',
  ],
  'team.noted': ['I have noted the password', 'Пароль записан', 'Parolni yozib oldim'],
  'role.SUPER_ADMIN': [
    'Everything, and the team itself: colleagues, their roles, all service accounts.',
    'Всё и сама команда: сотрудники, роли, все сервисные аккаунты.',
    'Hammasi va jamoaning oʻzi: xodimlar, rollar, barcha xizmat hisoblari.',
  ],
  'role.ADMIN': [
    'Runs the business: customers, devices, sales, preorders, firmware and settings, but not the team.',
    'Ведёт дело: клиенты, устройства, продажи, предзаказы, прошивки и настройки, но не команда.',
    'Ishni yuritadi: mijozlar, qurilmalar, savdo, buyurtmalar, proshivka va sozlamalar, jamoadan tashqari.',
  ],
  'role.OPERATIONS': [
    'Makes devices: batches, provisioning, claim codes and the stock.',
    'Производит устройства: партии, выпуск, коды привязки и склад.',
    'Qurilmalarni tayyorlaydi: partiyalar, chiqarish, biriktirish kodlari va ombor.',
  ],
  'role.SALES': [
    'Sells: customers, preorders, sales and refunds.',
    'Продаёт: клиенты, предзаказы, продажи и возвраты.',
    'Sotadi: mijozlar, buyurtmalar, savdo va qaytarishlar.',
  ],
  'role.SUPPORT': [
    'Helps customers: device statuses, claims, transfers. Personal data in the audit log is masked.',
    'Помогает клиентам: статусы устройств, привязки, передачи. Личные данные в журнале скрыты.',
    'Mijozlarga yordam beradi: qurilma holatlari, biriktirish, oʻtkazish. Jurnaldagi shaxsiy maʼlumotlar yashirin.',
  ],
  'role.FIRMWARE_MANAGER': [
    'Uploads firmware, rolls it out and stops it.',
    'Загружает прошивки, выпускает и останавливает их.',
    'Proshivkani yuklaydi, tarqatadi va toʻxtatadi.',
  ],
  'role.VIEWER': [
    'Reads and changes nothing. Personal data in the audit log is masked.',
    'Читает и ничего не меняет. Личные данные в журнале скрыты.',
    'Oʻqiydi va hech narsani oʻzgartirmaydi. Jurnaldagi shaxsiy maʼlumotlar yashirin.',
  ],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(teamTexts);
