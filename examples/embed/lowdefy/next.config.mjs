export default {
  // Tandem starts processes and reads its own files, so it must stay a package and not become part of the bundle.
  serverExternalPackages: [
    'tandem-mcp',
    'libsql',
    'pg',
    '@lowdefy/api',
    '@lowdefy/node-utils',
    '@lowdefy/operators-js',
  ],
};
