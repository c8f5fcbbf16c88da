#!/usr/bin/env node
// The command `strata` of a checkout.
'use strict';

const { ensureNode } = require('./ensureNode.cjs');

ensureNode(__filename);

const { launch } = require('./launch.cjs');

launch('cli', 'strata');
