import { describeRandomQuestions } from './random-questions.ts';

describe('questions of analysts', describeRandomQuestions);
