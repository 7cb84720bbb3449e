/** Renders share and creator pages in the Worker, which imports Vite's bundle of this file (`#rendering`). */
import { renderToString } from "react-dom/server";
import type { RenderShare } from "../../worker/catalogue/shares/contract/share-view.ts";
import type { RenderCreator } from "../../worker/pages/storefront/contract/creator-page.ts";
import { describeCreator } from "../features/creator-page/describe-creator.ts";
import { BoughtPicture } from "../features/share-page/bought-picture.tsx";
import { BundlePage } from "../features/share-page/bundle/bundle-page.tsx";
import { Choosing } from "../features/share-page/choosing/choosing.tsx";
import { ClosedBar, ClosedOffer, PictureDownload } from "../features/share-page/closed-offer.tsx";
import { Comparisons, Exhibits } from "../features/share-page/exhibits.tsx";
import { FileList } from "../features/share-page/file-list.tsx";
import { LateBoughtPicture } from "../features/share-page/late-bought-picture.ts";
import { LateChoosing } from "../features/share-page/late-choosing.ts";
import {
	LateAsBuyer,
	LateBar,
	LateBought,
	LateBundle,
	LateComparisons,
	LateExhibits,
	LateFileList,
	LateMoreShares,
	LateNotices,
	LateOffer,
	LatePicked,
	LatePictureDownload,
	LateShownToBuyers,
	LateUnavailable,
} from "../features/share-page/late-parts.ts";
import { LateTypeField } from "../features/share-page/late-type-field.ts";
import { MoreShares } from "../features/share-page/more-shares.tsx";
import {
	AsBuyerNotice,
	Notices,
	ShownToBuyers,
	Unavailable,
} from "../features/share-page/notices.tsx";
import { Bought } from "../features/share-page/singles/bought.tsx";
import { PickedShare } from "../features/share-page/singles/picked-share.tsx";
import { TypeField } from "../features/share-page/type-field.tsx";
import { i18n, loadTranslations } from "../lib/i18n/i18n.ts";
import { renderedPage } from "../lib/page/page.ts";
import { CreatorDocument } from "./creator-document.tsx";
import { Document } from "./document.tsx";
import { ShareDocument } from "./share-document.tsx";

// Listed one by one, so that these are the same modules as the catalogues import.
for (const translations of [
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=share" }),
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=closed" }),
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=bundle" }),
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=exhibits" }),
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=selection" }),
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=singles" }),
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=choosing" }),
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=creator" }),
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=common" }),
])
	loadTranslations(translations);

LateBought.provide(Bought);
LateBundle.provide(BundlePage);
LateChoosing.provide(Choosing);
LateComparisons.provide(Comparisons);
LateExhibits.provide(Exhibits);
LateFileList.provide(FileList);
LateMoreShares.provide(MoreShares);
LateOffer.provide(ClosedOffer);
LateBar.provide(ClosedBar);
LatePicked.provide(PickedShare);
LatePictureDownload.provide(PictureDownload);
LateBoughtPicture.provide(BoughtPicture);
LateNotices.provide(Notices);
LateAsBuyer.provide(AsBuyerNotice);
LateShownToBuyers.provide(ShownToBuyers);
LateTypeField.provide(TypeField);
LateUnavailable.provide(Unavailable);

// All requests share one catalogue: rendering is synchronous, so no other request interferes.
export const renderShare: RenderShare = ({ address, inlined, locale }) => {
	i18n.activate(locale);
	const html = renderToString(
		<Document app={<ShareDocument address={new URL(address)} inlined={inlined} />} />,
	);
	return { html, title: renderedPage.title };
};

export const renderCreator: RenderCreator = ({ address, inlined, locale }) => {
	i18n.activate(locale);
	const html = renderToString(
		<Document app={<CreatorDocument address={new URL(address)} inlined={inlined} />} />,
	);
	const description = inlined.page ? describeCreator(inlined.page) : "";
	return { html, title: renderedPage.title, description };
};
