import { describeRandomQuestions } from '../analytics/random-questions.ts';

describe('questions of analysts', describeRandomQuestions);
