import '../lists/list-query-runs.ts';
