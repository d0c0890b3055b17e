import { renderAgentChat } from './agent-chat.ts';
import { renderAgentConversations } from './agent-conversations.ts';
import { renderAnchor, renderButton, renderFloatButton } from './buttons.ts';
import { renderCalendar } from './calendar.ts';
import { renderChart, renderMap } from './charts.ts';
import * as containers from './containers.ts';
import { renderDiff, renderLineDiff } from './diffs.ts';
import { renderDropdownButton, renderDropdownMenu, renderPopover } from './dropdowns.ts';
import { renderAlert, renderDescriptions, renderResult } from './feedback.ts';
import { renderDownload, renderUpload } from './files.ts';
import * as inputs from './inputs.ts';
import { renderControlledList, renderList } from './lists.ts';
import { renderBreadcrumb, renderMenu } from './menus.ts';
import { renderConfirmModal, renderModal } from './modals.ts';
import { renderNewerSlider, renderTreeSelector } from './newer-inputs.ts';
import { renderHeader, renderPageWithMenu } from './page-layouts.ts';
import type { BlockRender } from './render-context.ts';
import { renderRichText } from './rich-texts.ts';
import { renderSearch } from './search.ts';
import { renderSelector } from './selectors.ts';
import { renderSteps, renderTour } from './steps.ts';
import { renderGrid, renderGridInput, renderTable } from './tables.ts';
import { renderCollapse, renderSplitter, renderTabs } from './tabs.ts';
import * as texts from './texts.ts';

/** Nothing that remains to be read or used. */
const renderNothing: BlockRender = () => [];

/** How each type of block is shown. */
export const RENDERERS: ReadonlyMap<string, BlockRender> = new Map(
  Object.entries({
    // Inputs
    AutoComplete: renderSelector,
    ButtonSelector: renderSelector,
    Calendar: renderCalendar,
    CheckboxSelector: renderSelector,
    CheckboxSwitch: inputs.renderSwitch,
    ColorSelector: inputs.renderPlainInput,
    DateRangeSelector: inputs.renderDate,
    DateSelector: inputs.renderDate,
    DateTimeSelector: inputs.renderDateTime,
    MonthSelector: inputs.renderDate,
    MultipleSelector: renderSelector,
    NumberInput: inputs.renderNumberInput,
    Pagination: inputs.renderPagination,
    ParagraphInput: inputs.renderEditableText,
    PasswordInput: inputs.renderPasswordInput,
    PhoneNumberInput: inputs.renderPhoneNumberInput,
    QRScanner: inputs.renderScanner,
    RadioSelector: renderSelector,
    RatingSlider: inputs.renderSlider,
    S3UploadButton: renderUpload,
    S3UploadDragger: renderUpload,
    S3UploadPhoto: renderUpload,
    SegmentedSelector: renderSelector,
    Selector: renderSelector,
    Slider: renderNewerSlider,
    Switch: inputs.renderSwitch,
    TextArea: inputs.renderTextInput,
    TextInput: inputs.renderTextInput,
    TiptapInput: renderRichText,
    TiptapMentionInput: renderRichText,
    TitleInput: inputs.renderEditableText,
    TreeSelector: renderTreeSelector,
    WeekSelector: inputs.renderDate,

    // Tables, charts, maps
    AgGridAlpine: renderGrid,
    AgGridAlpineDark: renderGrid,
    AgGridBalham: renderGrid,
    AgGridBalhamDark: renderGrid,
    AgGridMaterial: renderGrid,
    AgGridInputAlpine: renderGridInput,
    AgGridInputAlpineDark: renderGridInput,
    AgGridInputBalham: renderGridInput,
    AgGridInputBalhamDark: renderGridInput,
    AgGridInputMaterial: renderGridInput,
    Table: renderTable,
    EChart: renderChart,
    GoogleMaps: renderMap,
    GoogleMapsHeatmap: renderMap,
    GoogleMapsScript: containers.renderLayout,

    // Buttons, links, menus
    Anchor: renderAnchor,
    Breadcrumb: renderBreadcrumb,
    Button: renderButton,
    DropdownButton: renderDropdownButton,
    DropdownMenu: renderDropdownMenu,
    FloatButton: renderFloatButton,
    Menu: renderMenu,
    MobileMenu: renderMenu,
    PageHeaderMenu: renderPageWithMenu,
    PageSidebarLayout: renderPageWithMenu,
    PageSiderMenu: renderPageWithMenu,
    Search: renderSearch,
    Steps: renderSteps,
    Tour: renderTour,

    // Containers
    Affix: containers.renderLayout,
    Badge: containers.renderBadge,
    Box: containers.renderBox,
    Card: containers.renderTitled,
    Carousel: containers.renderCarousel,
    Collapse: renderCollapse,
    Comment: containers.renderComment,
    ConfigProvider: containers.renderLayout,
    ConfirmModal: renderConfirmModal,
    Content: containers.renderLayout,
    ControlledList: renderControlledList,
    Drawer: renderModal,
    Dropdown: containers.renderTitled,
    Flex: containers.renderLayout,
    Footer: containers.renderLayout,
    Header: renderHeader,
    Label: containers.renderLabel,
    Layout: containers.renderLayout,
    List: renderList,
    MasonryList: renderList,
    Masonry: containers.renderLayout,
    Modal: renderModal,
    Popover: renderPopover,
    Sider: containers.renderLayout,
    Span: containers.renderBox,
    Splitter: renderSplitter,
    Tabs: renderTabs,
    TimelineList: renderList,
    Tooltip: containers.renderTooltip,
    Watermark: containers.renderWatermark,

    // Chats with agents of the app
    AgentChat: renderAgentChat,
    AgentConversations: renderAgentConversations,

    // Display
    Alert: renderAlert,
    Avatar: texts.renderAvatar,
    DangerousHtml: texts.renderHtml,
    DangerousMarkdown: texts.renderMarkdown,
    Descriptions: renderDescriptions,
    DiffGit: renderLineDiff,
    DiffList: renderDiff,
    DiffSideBySide: renderDiff,
    DiffTimeline: renderDiff,
    Divider: texts.renderDivider,
    Html: texts.renderHtml,
    Icon: texts.renderIcon,
    Img: texts.renderImage,
    Markdown: texts.renderMarkdown,
    MarkdownWithCode: texts.renderMarkdown,
    Paragraph: texts.renderParagraph,
    Progress: texts.renderProgress,
    QRCode: texts.renderQrCode,
    Result: renderResult,
    S3Download: renderDownload,
    Statistic: texts.renderStatistic,
    Tag: texts.renderTag,
    Throw: texts.renderThrow,
    Title: texts.renderTitle,

    // Only visible while something happens; the log has their text.
    Message: renderNothing,
    Notification: renderNothing,
    // Placeholders for what is not loaded yet.
    ProgressBar: renderNothing,
    Skeleton: renderNothing,
    SkeletonAvatar: renderNothing,
    SkeletonButton: renderNothing,
    SkeletonInput: renderNothing,
    SkeletonParagraph: renderNothing,
    Spinner: renderNothing,
  } satisfies Record<string, BlockRender>),
);
