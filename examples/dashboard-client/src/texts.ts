import type { ErrorMessageId, FieldErrorCode } from './generated/schema.ts';
import type { Problem } from './problem.ts';

/** The sentences of the dashboard's language, with the values in braces. Without `Partial`, one that is missing does not compile. */
const errors: Partial<Record<ErrorMessageId, string>> = {
  REFUND_AMOUNT_EXCEEDS_REFUNDABLE: 'Вернуть можно не больше {refundable}.',
  REVISION_CONFLICT_STALE: 'Запись уже изменили: её версия теперь {revision}.',
  PREORDER_CAPACITY_REACHED: 'Осталось мест для предзаказа: {remaining}.',
};

const fields: Partial<Record<FieldErrorCode, string>> = {
  REQUIRED: 'нужно заполнить',
  TOO_LARGE: 'не больше {maximum}',
  NOT_IN_ENUM: 'одно из: {values}',
};

/** What to show for a problem: in the dashboard's language, or in English where it has no text for it. */
export function textOf(problem: Problem): string {
  const text = problem.messageId && errors[problem.messageId];
  return text ? say(text, problem.params) : problem.message;
}

/** What to show at an input of the form. @param path of the input: `customer.email` */
export function fieldTextOf({ fields: wrong }: Problem, path: string): string | undefined {
  const field = wrong.find((each) => each.path === path);
  const text = field && fields[field.code];
  return text ? say(text, field.params) : field?.message;
}

function say(text: string, params: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => [params[name] ?? ''].flat().join(', '));
}
