// Runs in the frame of a session's page once the client is there: what parity's driver asks of a page.
import { serializer } from '@lowdefy/helpers';
import { offerSight } from './offer-sight.mjs';

window.lowdefy = globalThis[Symbol.for('tandem.replica')];
// The replica looks its blocks up when they are used, and must draw what it has without being told.
offerSight(window.lowdefy, { serializer, redraw() {} });
