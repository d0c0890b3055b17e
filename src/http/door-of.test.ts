import { describe, expect, test } from 'vitest';
import { createDoorOf } from './door-of.ts';

const doorOf = createDoorOf(['/state', '/variables', '/wait'].map((path) => ({ door: 'debug', path })));

describe('doorOf', () => {
  test.each([
    // Listener, host, path, door.
    ['mcp', '127.0.0.1', '/mcp', 'mcp'],
    ['mcp', 'localhost', '/sse', 'mcp'],
    ['mcp', '127.0.0.1', '/message', 'mcp'],
    ['mcp', 'localhost', '/state', 'debug'],
    ['mcp', '127.0.0.1', '/', 'debug'],
    ['mcp', 'localhost', '/api/status', 'debug'],
    ['mcp', 'localhost', '/MCP', 'debug'],
    ['ui', 'localhost', '/', 'page'],
    ['ui', '127.0.0.1', '/', 'views'],
    ['ui', '[::1]', '/', 'views'],
    ['ui', 'tandem.example.com', '/', 'page'],
    // The UI port has no MCP, whatever the path.
    ['ui', 'localhost', '/mcp', 'page'],
    ['ui', '127.0.0.1', '/mcp', 'views'],
    ['ui', 'localhost', '/state', 'page'],
    ['joined', 'localhost', '/mcp', 'mcp'],
    ['joined', '127.0.0.1', '/sse', 'mcp'],
    ['joined', 'localhost', '/state', 'debug'],
    ['joined', '127.0.0.1', '/variables', 'debug'],
    ['joined', 'localhost', '/wait', 'debug'],
    ['joined', 'localhost', '/', 'page'],
    ['joined', '127.0.0.1', '/1/view', 'views'],
    // Only the exact paths: another spelling meets the door that asks for more.
    ['joined', 'localhost', '/mcp/', 'page'],
    ['joined', 'localhost', '/%6dcp', 'page'],
  ] as const)('%s listener, %s%s: %s', (listener, host, path, door) => {
    expect(doorOf(listener, host, path)).toBe(door);
  });
});
