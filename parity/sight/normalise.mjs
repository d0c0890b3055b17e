/**
 * The whole list of what is not compared as it stands. Each has a reason; a difference that has none is a fault of
 * the bridge and is mended there.
 */
export function normaliseSight(seen) {
  const blocks = {};
  const { menu } = seen['(menu)'] ?? {};
  for (const [id, { type, ...facts }] of Object.entries(seen)) {
    if (facts.menu && facts.menu.length > 0) blocks['(menu)'] ??= { menu: facts.menu };
    delete facts.menu;
    const kept = normaliseFacts(type, facts);
    // 1. What shows nothing of its own is not compared: boxes, layouts, empty texts. Agents are not told of them.
    if (Object.keys(kept).length > 0) blocks[id] = kept;
  }
  if (menu?.length > 0) blocks['(menu)'] = { menu };
  return blocks;
}

function normaliseFacts(type, given) {
  const facts = { ...given };
  for (const key of ['words', 'label', 'feedback', 'extra', 'title', 'empty'])
    if (typeof facts[key] === 'string') {
      // 2. White space is not compared: components lay texts out with margins.
      facts[key] = facts[key].replace(/\s+/g, '');
      if (facts[key] === '') delete facts[key];
    }
  switch (type) {
    case 'NumberInput':
      // 3. Numbers are compared as numbers: fields write 5 as 5.00 when told to.
      facts.value = facts.value === '' ? '' : String(Number(facts.value));
      break;
    case 'ColorSelector':
      // 9. Pickers draw a colour that was written with three digits, and do not write it.
      facts.value = facts.value.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
      break;
    case 'CheckboxSelector':
      // 8. Boxes stand in the order of their options, whichever was checked first.
      facts.value = facts.value.toSorted();
      break;
    case 'Statistic':
      // 3. And so are those with separators of thousands.
      if (facts.words) facts.words = facts.words.replace(/(\d),(?=\d{3})/g, '$1');
      break;
    case 'Markdown':
    case 'DangerousMarkdown':
    case 'MarkdownWithCode':
      // 4. Markdown is given to agents as it was written; its words are compared without its marks.
      if (facts.words) facts.words = facts.words.replace(/[#*_`>|~-]|\[|\]\([^)]*\)|^\d+\./g, '');
      break;
    case 'PasswordInput':
      // 5. Of a password only that it is there.
      facts.value = facts.value === '' ? '' : '(set)';
      break;
    case 'PhoneNumberInput': {
      // 6. The dial code is drawn before the field; an agent gets it in the number, which newer versions tidy up.
      const code = /\+\d+/.exec(facts.region ?? '')?.[0];
      if (facts.region !== undefined) facts.number = code === undefined ? '' : `${code}${facts.value}`;
      if (facts.value === '') delete facts.number;
      else facts.number = facts.number.replace(/[^1-9]/g, '');
      delete facts.region;
      break;
    }
    case 'Skeleton':
    case 'SkeletonAvatar':
    case 'SkeletonButton':
    case 'SkeletonInput':
    case 'SkeletonParagraph':
    case 'Spinner':
    case 'ProgressBar':
    case 'Message':
    case 'Notification':
      // 7. Placeholders and what only appears as a message, which is compared as one.
      return {};
    case 'Calendar':
    case 'DropdownButton':
    case 'DropdownMenu':
    case 'FloatButton':
    case 'MasonryList':
    case 'Search':
    case 'SegmentedSelector':
    case 'Slider':
    case 'Steps':
    case 'Tour':
    case 'TreeSelector':
      // 10. Blocks since 5 are compared by what they write into the state and by the events that they fire.
      return {};
  }
  return facts;
}
