import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createMcpTool } from '../tool/create-mcp-tool.ts';
import { makePlugin } from './make-plugin.ts';
import { encodeModelContext } from './model-context.ts';
import type { RenderableProps } from './plugin-context.ts';
import { createPluginRegistryFrom, PluginRegistry } from './plugin-registry.ts';
import { runElicitHandler } from './run-elicit-handler.ts';

interface Flight {
  id: string;
}

const tool = createMcpTool('book')
  .description('d')
  .parameters(z.object({}))
  .elicits({
    pickFlight: {
      response: z.object({ flightId: z.string() }),
      context: z.object({ flights: z.array(z.object({ id: z.string() })) }),
    },
    confirm: z.object({ yes: z.boolean() }),
  })
  .execute(function* () {});

interface FlightListProps extends RenderableProps<{ flightId: string }> {
  flights: Flight[];
  message: string;
}
const FlightList = (_props: FlightListProps) => null;

const cleaned: string[] = [];
const plugin = makePlugin(tool)
  .onElicit({
    *pickFlight(req, ctx) {
      expectTypeOf(req.flights).toEqualTypeOf<Flight[]>();
      expectTypeOf(req.context.flights).toEqualTypeOf<Flight[]>();
      expectTypeOf(req.message).toEqualTypeOf<string>();
      try {
        const picked = yield* ctx.render(FlightList, { flights: req.flights, message: req.message });
        expectTypeOf(picked).toEqualTypeOf<{ flightId: string }>();
        return { action: 'accept', content: picked };
      } finally {
        cleaned.push(req.key);
      }
    },
    *confirm(req, ctx) {
      yield* ctx.render(FlightList, { flights: [], message: req.message });
      return req.yesterday ? { action: 'decline' } : { action: 'accept', content: { yes: true } };
    },
  })
  .build();

const sent = encodeModelContext({
  message: 'Which?',
  schema: tool.questions.pickFlight.json,
  context: { flights: [{ id: 'A1' }] },
});
const wire = {
  toolName: 'book',
  key: 'pickFlight',
  callId: 'c',
  seq: 1,
  message: sent.message,
  schema: sent.requestedSchema,
};

describe('a plugin', () => {
  test('answers with what the person gives to a component', async () => {
    const shown: unknown[] = [];
    const answer = await runElicitHandler(plugin.client, wire, {
      signal: new AbortController().signal,
      async render(component, props) {
        shown.push(component, props);
        return { flightId: 'A1' };
      },
    });
    expect(shown).toEqual([FlightList, { flights: [{ id: 'A1' }], message: 'Which?' }]);
    expect(answer).toEqual({ action: 'accept', content: { flightId: 'A1' } });
  });

  test('cleans up and cancels when the page is closed', async () => {
    cleaned.length = 0;
    const leaving = new AbortController();
    const answering = runElicitHandler(plugin.client, wire, {
      signal: leaving.signal,
      render: () => new Promise(() => leaving.abort()),
    });
    expect(await answering).toEqual({ action: 'cancel' });
    expect(cleaned).toEqual(['pickFlight']);
  });

  test('does not confuse a context with the question itself', async () => {
    const answer = await runElicitHandler(
      plugin.client,
      { ...wire, key: 'confirm', context: { message: 'forged', key: 'forged', yesterday: 1 } },
      {
        signal: new AbortController().signal,
        render: async (_component, props) => expect(props.message).toBe('Which?'),
      },
    );
    expect(answer).toEqual({ action: 'decline' });
  });

  test('has a handler for every question, in types and at run time', async () => {
    const handlers = { *confirm() {} } as never;
    expect(() => makePlugin(tool).onElicit(handlers).build()).toThrow(
      'Plugin of "book": .onElicit() has no handler for "pickFlight".',
    );
    // @ts-expect-error confirm is missing
    makePlugin(tool).onElicit({ pickFlight: plugin.client.handlers.pickFlight as never });
    const extra = { ...plugin.client.handlers, confrim: () => [] } as never;
    expect(() => makePlugin(tool).onElicit(extra).build()).toThrow(
      '.onElicit() handles "confrim", but the tool does not ask it. Did you mean "confirm"?',
    );
    await expect(
      runElicitHandler(plugin.client, { ...wire, key: 'pickflight' }, {} as never),
    ).rejects.toThrow('has no handler for "pickflight". Did you mean "pickFlight"?');
    await expect(runElicitHandler(plugin.client, { ...wire, key: 'zz' }, {} as never)).rejects.toThrow(
      'has no handler for "zz". Valid: "pickFlight", "confirm".',
    );
  });

  test('needs only the name and type of its tool', async () => {
    const named = makePlugin<typeof tool>('book')
      .onElicit({
        *pickFlight(req, ctx) {
          expectTypeOf(req.flights).toEqualTypeOf<Flight[]>();
          expect(req.schema).toEqual({ json: { type: 'object' } });
          const picked = yield* ctx.render(FlightList, { flights: req.flights, message: req.message });
          return { action: 'accept', content: picked };
        },
        confirm: plugin.client.handlers.confirm as never,
      })
      .build();
    expect(createPluginRegistryFrom([named]).get('book')).toBe(named.client);
    const answer = await named.client.run(
      { ...wire, message: 'Which?', schema: { type: 'object' }, context: { flights: [{ id: 'A1' }] } },
      {
        signal: new AbortController().signal,
        async render(_component, props) {
          expect(props).toEqual({ flights: [{ id: 'A1' }], message: 'Which?' });
          return { flightId: 'A1' };
        },
      },
    );
    expect(answer).toEqual({ action: 'accept', content: { flightId: 'A1' } });
    // @ts-expect-error there is no such tool
    makePlugin<typeof tool>('boook');
    // @ts-expect-error confirm is missing
    makePlugin<typeof tool>('book').onElicit({ pickFlight: plugin.client.handlers.pickFlight as never });
  });

  test('has a server part that does not need the client part', () => {
    expect(plugin.server).toEqual({ tools: [tool], toolName: 'book' });
    expect(Object.keys(plugin.client)).toEqual(['toolName', 'handlers', 'schemas', 'run']);
  });

  test('needs only the type and name of its tool', async () => {
    const named = makePlugin<typeof tool>('book')
      .onElicit({
        *pickFlight({ flights, message, schema }, ctx) {
          expectTypeOf(flights).toEqualTypeOf<Flight[]>();
          expect(schema.json.properties).toHaveProperty('flightId');
          return { action: 'accept', content: yield* ctx.render(FlightList, { flights, message }) };
        },
        confirm: plugin.client.handlers.confirm as never,
      })
      .build();
    // @ts-expect-error confirm is missing
    makePlugin<typeof tool>('book').onElicit({ pickFlight: plugin.client.handlers.pickFlight as never });
    const { signal } = new AbortController();
    const render = async (_: unknown, { flights }: { flights?: unknown }) => ({
      flightId: (flights as Flight[])[0]?.id,
    });
    expect(await named.client.run(wire, { signal, render })).toEqual({
      action: 'accept',
      content: { flightId: 'A1' },
    });
    expect(createPluginRegistryFrom([named]).get('book')).toBe(named.client);
  });

  test('is registered once', () => {
    const registry = createPluginRegistryFrom([plugin]);
    expect([registry.has('book'), registry.get('book'), registry.toolNames, registry.size]).toEqual([
      true,
      plugin.client,
      ['book'],
      1,
    ]);
    expect(() => registry.register(plugin.client)).toThrow('A plugin for "book" is already registered.');
    expect(new PluginRegistry().get('book')).toBeUndefined();
  });
});
