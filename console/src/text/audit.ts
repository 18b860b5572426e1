import { addTexts } from './texts.ts';
import type { Triple } from './triple.ts';

export const auditTexts = {
  'audit.back': ['Audit log', 'Журнал', 'Jurnal'],
  'audit.at': ['When', 'Когда', 'Qachon'],
  'audit.action': ['Action', 'Действие', 'Amal'],
  'audit.actor': ['Who', 'Кто', 'Kim'],
  'audit.actorType': ['Kind of actor', 'Вид участника', 'Ishtirokchi turi'],
  'audit.admin': ['Colleague', 'Сотрудник', 'Xodim'],
  'audit.script': ['Service account', 'Сервисный аккаунт', 'Xizmat hisobi'],
  'audit.targetKind': ['Kind of record', 'Вид записи', 'Yozuv turi'],
  'audit.record': ['Record', 'Запись', 'Yozuv'],
  'audit.settings.business': ['Business', 'Бизнес', 'Biznes'],
  'audit.settings.system': ['Devices and firmware', 'Устройства и прошивки', 'Qurilmalar va proshivka'],
  'audit.settings.preorders': ['Preorders', 'Предзаказы', 'Oldindan buyurtmalar'],
  'audit.sessionOf': ['of {date}', 'от {date}', '{date}'],
  'audit.transport': ['Came by', 'Через', 'Orqali'],
  'audit.ip': ['Address', 'Адрес', 'Manzil'],
  'audit.requestId': ['Request', 'Запрос', 'Soʻrov'],
  'audit.empty': ['Nothing has been done yet', 'Пока ничего не сделано', 'Hali hech narsa qilinmagan'],
  'audit.emptyText': [
    'Each sign-in, each change and each export appears here.',
    'Здесь появится каждый вход, каждое изменение и каждая выгрузка.',
    'Har bir kirish, oʻzgarish va eksport shu yerda paydo boʻladi.',
  ],
  'audit.changes': ['What changed', 'Что изменилось', 'Nima oʻzgardi'],
  'audit.noChanges': [
    'This action changed no field of a record.',
    'Это действие не меняло полей записи.',
    'Bu amal yozuv maydonlarini oʻzgartirmadi.',
  ],
  'audit.field': ['Field', 'Поле', 'Maydon'],
  'audit.before': ['Before', 'Было', 'Oldin'],
  'audit.after': ['After', 'Стало', 'Keyin'],
  'audit.nothing': ['nothing', 'пусто', 'boʻsh'],
  'audit.hidden': ['hidden from your role', 'скрыто для вашей роли', 'rolingizdan yashirilgan'],
  'audit.detail': ['Further facts', 'Подробности', 'Tafsilotlar'],
  'audit.facts': ['Facts', 'Сведения', 'Maʼlumotlar'],
  'audit.gone': ['it is gone', 'записи больше нет', 'yozuv endi yoʻq'],
  'audit.more': ['Look further', 'Смотреть дальше', 'Yana koʻrish'],
  'audit.ofRecord': [
    'Everything that was done with this record',
    'Всё, что сделано с этой записью',
    'Shu yozuv bilan qilingan hamma ish',
  ],
  'audit.ofActor': ['Everything that {name} did', 'Все действия: {name}', '{name}: barcha amallar'],
  'audit.ofRequest': ['Everything in this request', 'Всё в этом запросе', 'Shu soʻrovdagi hamma narsa'],
  'audit.notFound': ['No entry has this id.', 'Записи с таким номером нет.', 'Bunday raqamli yozuv yoʻq.'],
} as const satisfies Readonly<Record<string, Triple>>;

addTexts(auditTexts);
