#!/usr/bin/env node
// The language server of a checkout, for any editor: it speaks over standard input and output.
'use strict';

const { ensureNode } = require('./ensureNode.cjs');

ensureNode(__filename);

const { launch } = require('./launch.cjs');

launch('server', 'strata-lsp');
