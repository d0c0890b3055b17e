/** A small page with a form and a table. */
export const scenarios = [
  {
    name: 'a note is refused, then kept',
    app: 'first',
    pageId: 'notes',
    steps: [
      { do: 'click', block: 'save' },
      { do: 'fill', block: 'text', text: 'three' },
      { do: 'fill', block: 'stars', text: '3' },
      { do: 'click', block: 'save' },
      { do: 'switch', block: 'more' },
      { do: 'choose', block: 'kind', option: 'Beta' },
      { do: 'switch', block: 'more' },
      { do: 'fill', block: 'text', text: 'four' },
      { do: 'click', block: 'reset' },
      { do: 'choose', block: 'kind', option: 'Alpha' },
    ],
  },
];
