export interface AgentResult {
  texts: string[];
  structured: Record<string, unknown> | undefined;
}

export interface Agent {
  era: 'modern' | 'legacy';
  call(name: string, args?: Record<string, unknown>): Promise<AgentResult>;
  protocolEra(): Promise<'modern' | 'legacy' | undefined>;
  close(): Promise<void>;
}

export function createAgent(options: {
  url: string;
  key: string;
  ca: Buffer;
  era: 'modern' | 'legacy';
  localAddress?: string;
}): Agent;
