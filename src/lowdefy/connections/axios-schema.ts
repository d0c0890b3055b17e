const METHODS = ['get', 'delete', 'head', 'options', 'post', 'put', 'patch'];
const RESPONSE_TYPES = ['json', 'document', 'text'];

const of = (type: string, name: string, what: string) => ({
  type,
  errorMessage: { type: `AxiosHttp property "${name}" must be ${what}.` },
});
const text = (name: string) => of('string', name, 'text');
const number = (name: string) => of('number', name, 'a number');
const properties = (name: string) => of('object', name, 'a set of properties');
const choice = (name: string, values: string[]) => ({
  type: 'string',
  enum: values,
  errorMessage: {
    type: `AxiosHttp property "${name}" must be text.`,
    enum: `AxiosHttp property "${name}" must be one of ${values.join(', ')}.`,
  },
});

/** Properties as in Lowdefy's own AxiosHttp, of the connection and of the request; others go to axios unchanged. */
export const axiosSchema = {
  type: 'object',
  properties: {
    url: text('url'),
    method: choice('method', METHODS),
    baseURL: text('baseURL'),
    headers: properties('headers'),
    params: properties('params'),
    data: {},
    timeout: number('timeout'),
    auth: {
      ...properties('auth'),
      properties: { username: text('auth.username'), password: text('auth.password') },
    },
    responseType: choice('responseType', RESPONSE_TYPES),
    responseEncoding: text('responseEncoding'),
    maxContentLength: number('maxContentLength'),
    maxRedirects: number('maxRedirects'),
    proxy: properties('proxy'),
  },
  errorMessage: { type: 'An AxiosHttp connection or request needs a set of properties.' },
};
