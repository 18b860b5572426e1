import { explainDatabaseError } from '../../src/persistence/database-errors.ts';

describe('explainDatabaseError: what an operator reads', () => {
  it('a command that another system user runs over the Unix socket says whose command it is', () => {
    const refused = Object.assign(new Error('Peer authentication failed for user "karvon"'), { code: '28000' });
    const { message } = explainDatabaseError(refused, 'postgres://karvon@localhost/karvon?host=/run/postgresql');
    expect(message).toMatch(/^PostgreSQL at \/run\/postgresql knows a role by the system user of the same name/);
    expect(message).toContain('runuser -u karvon -- ');
  });
});
