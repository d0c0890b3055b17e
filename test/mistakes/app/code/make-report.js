export default function makeReport(_path, { region }) {
  return {
    id: 'report',
    type: 'Box',
    blocks: [
      { id: 'heading', type: 'Title', properties: { content: `Report of the ${region}` } },
      {
        id: 'back',
        type: 'Button',
        events: { onClick: [{ id: 'go', type: 'Link', params: { pageId: 'orders' } }] },
      },
    ],
  };
}
