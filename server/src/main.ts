import { startServer } from './lsp/server.ts';

startServer();
