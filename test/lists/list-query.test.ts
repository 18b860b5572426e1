import './list-query-runs.ts';
