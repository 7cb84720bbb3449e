import { deleteAnalytics, exportAnalytics } from "./analytics/own-analytics.ts";
import { eraseAuditDetails } from "./audit-log/erase-details.ts";
import { exportActs } from "./audit-log/own-acts.ts";
import type { Handlers } from "./context.ts";
import { deleteCustomerNotes, exportCustomerNotes } from "./customers/account-hooks.ts";
import { deleteDiscountsOf, exportDiscounts } from "./discounts/own-discounts.ts";
import { exportDownloads } from "./downloads/export-downloads.ts";
import { makePacks } from "./downloads/packs.ts";
import { deleteDrafts, exportDrafts } from "./drafts/own-drafts.ts";
import { deleteIdempotencyKeys } from "./idempotency/finish-key.ts";
import { deleteSanctions, exportSanctions } from "./moderation/sanctions/own-sanctions.ts";
import {
	deleteCashAppHandle,
	deletePayoutMethods,
	exportPayments,
} from "./payments/account-hooks.ts";
import { deleteSharesOfCreator } from "./payments/deletion/delete-share.ts";
import { requireSettled, settleBeforeDelete } from "./payments/deletion/obstacles.ts";
import { deleteInvoiceDetails } from "./payments/invoices/invoice-details.ts";
import { onAccountEvent } from "./payments/payouts/card-payouts.ts";
import { onPaymentEvent } from "./payments/settlement/provider-events.ts";
import { exportSlots, exportStorage } from "./plans/export-slots.ts";
import { deleteRenditions, deleteShareRenditions } from "./previews/delete-renditions.ts";
import { makeSharePreviews } from "./previews/make-share-previews.ts";
import { noteMissingPreviews } from "./previews/missing-previews.ts";
import { scanSoon } from "./scanning/scan-due.ts";
import { eraseTitles } from "./shares/erase-share.ts";
import { exportShares } from "./shares/export-shares.ts";
import { releaseStorage } from "./shares/release-storage.ts";
import { stopSalesOfCreator } from "./shares/stop-sales.ts";
import { eraseCreatorPage } from "./storefront/creators/delete-creator-page.ts";
import { exportCreatorPage } from "./storefront/creators/own-creator-page.ts";
import { deleteCustomerOnAccountDelete } from "./subscriptions/delete-customer.ts";
import { exportSubscription } from "./subscriptions/export-subscription.ts";
import { endRenewalOnReclaim, onSubscriptionEvent } from "./subscriptions/on-provider-event.ts";
import { noteAddressChange } from "./subscriptions/update-customer.ts";
import { deleteRequests, exportRequests } from "./support/own-requests.ts";
import { deleteTemplates, exportTemplates } from "./templates/own-templates.ts";
import { deleteUpdates, deleteUpdatesOfShare, exportUpdates } from "./updates/account-hooks.ts";
import { abandonUploadsOfCreator, abandonUploadsOfShare } from "./uploads/abandon-upload.ts";
import { exportUploads } from "./uploads/export-uploads.ts";
import { fetchUploadingFile } from "./uploads/fetch-uploading-file.ts";
import { renditionRoom } from "./uploads/rendition-room.ts";
import { deleteWebhooks, exportWebhooks } from "./webhooks/delete-endpoints.ts";
import { switchOffOnReset } from "./webhooks/switch-off.ts";

/** How slices react to other slices' actions. */
export const handlers: Handlers = {
	beforePublish: [makePacks, makeSharePreviews, noteMissingPreviews],
	afterHold: scanSoon,
	afterDelete: [abandonUploadsOfShare],
	beforeErase: [deleteShareRenditions, deleteUpdatesOfShare],
	fetchUploadingFile,
	noteMissingPreviews,
	renditionRoom,
	deleteRenditions,
	afterPurge: [releaseStorage],
	beforeAccountDelete: [settleBeforeDelete, deleteSharesOfCreator, requireSettled],
	onAccountDelete: [
		deleteCustomerOnAccountDelete,
		deleteCashAppHandle,
		deleteInvoiceDetails,
		deleteDiscountsOf,
		deleteCustomerNotes,
		eraseTitles,
		abandonUploadsOfCreator,
		deleteDrafts,
		deleteTemplates,
		deleteRequests,
		eraseCreatorPage,
		eraseAuditDetails,
		deleteSanctions,
		deleteAnalytics,
		deleteUpdates,
		deleteWebhooks,
		deleteIdempotencyKeys,
	],
	onAddressChange: [noteAddressChange],
	onPasswordReset: [switchOffOnReset],
	onAccountReclaim: [
		deletePayoutMethods,
		deleteInvoiceDetails,
		deleteDiscountsOf,
		stopSalesOfCreator,
		abandonUploadsOfCreator,
		deleteDrafts,
		deleteTemplates,
		endRenewalOnReclaim,
		deleteRequests,
		eraseCreatorPage,
		deleteUpdates,
		deleteWebhooks,
		deleteIdempotencyKeys,
	],
	providerEvents: [onPaymentEvent, onAccountEvent, onSubscriptionEvent],
	accountExport: {
		shares: exportShares,
		discounts: exportDiscounts,
		creatorPage: exportCreatorPage,
		views: exportAnalytics,
		downloads: exportDownloads,
		uploads: exportUploads,
		drafts: exportDrafts,
		templates: exportTemplates,
		buyerUpdates: exportUpdates,
		uploadsByMonth: exportSlots,
		storage: exportStorage,
		money: exportPayments,
		customers: exportCustomerNotes,
		subscription: exportSubscription,
		support: exportRequests,
		acts: exportActs,
		decisions: exportSanctions,
		webhooks: exportWebhooks,
	},
};
