interface PackageFacts {
  name: string;
  version: string;
  tandem: { published: boolean };
}

export function distributionFiles(about?: PackageFacts): Record<string, string>;
export function readPackage(): PackageFacts;
export function switchDocument(text: string, published: boolean): string;
