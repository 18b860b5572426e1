export { askQuestion, requireAskable } from './ask-question.ts';
export * from './operations.ts';
export { questionExports } from './question-exports.ts';
export {
  MAX_ANSWER_ROWS,
  MAX_DIMENSIONS,
  MAX_METRICS,
  namedIn,
  neededByQuestion,
  type Question,
  questionSchema,
  rangeInput,
  timezoneInput,
} from './question-input.ts';
export { type PricedQuestion, type Pricing, priceOfQuestion } from './question-price.ts';
export { type AskableSet, maskedError, questionSets } from './question-sets.ts';
