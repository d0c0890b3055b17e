import { s3Download, s3Upload } from '../files/file-steps.ts';
import { calendar } from './calendar.ts';
import { dropdownButton, dropdownMenu } from './dropdowns.ts';
import type { ComponentSteps } from './gesture-step.ts';
import { pageLayout } from './page-layout.ts';
import { popover } from './popover.ts';
import { searchBlock } from './search-block.ts';
import { stepBar } from './step-bar.ts';
import { tour } from './tour.ts';

/** Components with which people do more than trigger one event, by type. */
export const COMPONENT_STEPS: Partial<Record<string, ComponentSteps>> = {
  Calendar: calendar,
  DropdownButton: dropdownButton,
  DropdownMenu: dropdownMenu,
  Header: pageLayout,
  PageHeaderMenu: pageLayout,
  PageSidebarLayout: pageLayout,
  PageSiderMenu: pageLayout,
  Popover: popover,
  S3Download: s3Download,
  S3UploadButton: s3Upload,
  S3UploadDragger: s3Upload,
  S3UploadPhoto: s3Upload,
  Search: searchBlock,
  Steps: stepBar,
  Tour: tour,
};
