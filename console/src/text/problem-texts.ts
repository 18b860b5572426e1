/** What problems are called in Russian and Uzbek. */
export { errorCodes } from './error-codes.ts';
export { fieldErrors } from './field-errors.ts';
export { messageTexts } from './messages.ts';
export { explanationTexts, stepTexts } from './steps.ts';
