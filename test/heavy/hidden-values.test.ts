import '../graphql/hidden-values.test.ts';
