/** What problems are called in Russian and Uzbek. */
export { errorCodes } from './error-codes.ts';
export { fieldErrors, formatErrors } from './field-errors.ts';
export { messageTexts } from './messages.ts';
export { stepTexts } from './steps.ts';
