/** Where the service answers: its PUBLIC_URL. The one line to change. */
export const API = 'http://localhost:3000';
