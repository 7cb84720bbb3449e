import type {
	AccessTokenInfo,
	AccessTokenList,
	NewAccessToken,
} from "../../worker/contract/accounts/access-tokens.ts";
import type {
	AccountDeletionPreview,
	AddressChange,
	ConfirmedAddressChange,
	SessionInfo,
	TotpConfirmed,
	TotpSetup,
	TransactionLimits,
	User,
} from "../../worker/contract/accounts/accounts.ts";
import type {
	ApplicationInfo,
	ApplicationList,
	AuthorizationDecision,
	AuthorizationRequest,
	ConnectedApplication,
	NewApplication,
} from "../../worker/contract/accounts/applications.ts";
import type {
	DeviceCodeResponse,
	DeviceRequest,
	DeviceTokenResponse,
	OAuthErrorBody,
} from "../../worker/contract/accounts/device-authorization.ts";
import type {
	AssertionOptions,
	AttestationOptions,
	PasskeyInfo,
	PasskeyList,
} from "../../worker/contract/accounts/passkeys.ts";
import type { Plan } from "../../worker/contract/accounts/plans.ts";
import type {
	ListenerMessage,
	ListenerMessages,
	NewWebhookListener,
	WebhookAttempt,
	WebhookClaim,
	WebhookDispute,
	WebhookEndpoint,
	WebhookEndpointList,
	WebhookEndpointWithSecret,
	WebhookMessage,
	WebhookMessagePage,
	WebhookPayload,
	WebhookPayout,
	WebhookRefund,
	WebhookSale,
	WebhookShare,
	WebhookSubscription,
} from "../../worker/contract/api/webhooks.ts";
import type { Discount } from "../../worker/contract/catalogue/discounts.ts";
import type { ShareDraft } from "../../worker/contract/catalogue/drafts.ts";
import type {
	Bundle,
	BundlePart,
	CreatedShare,
	DeletionPreview,
	FilePreview,
	FileShare,
	ListedShare,
	MyShare,
	ShareCover,
	ShareCreator,
	ShareFile,
	ShareResponse,
	ShownDiscount,
} from "../../worker/contract/catalogue/shares.ts";
import type { ShareTemplate } from "../../worker/contract/catalogue/templates.ts";
import type { PublicConfig } from "../../worker/contract/config.ts";
import type {
	BlockedBuyer,
	ConfirmedAddress,
	Customer,
	CustomerDetails,
	CustomerPage,
	CustomerPurchase,
} from "../../worker/contract/customers/customers.ts";
import type { BuyerUpdate, BuyerUpdates } from "../../worker/contract/customers/updates.ts";
import type { Withdrawal } from "../../worker/contract/customers/withdrawal.ts";
import type { ErrorBody } from "../../worker/contract/errors.ts";
import type {
	Listing,
	MissingPreviews,
	StoredRendition,
} from "../../worker/contract/files/previews.ts";
import type {
	BegunUpload,
	OpenUpload,
	ResumableUpload,
	StoredPart,
	UploadFile,
} from "../../worker/contract/files/uploads.ts";
import type { DeepHealth, Health } from "../../worker/contract/health.ts";
import type { Analytics, Counts } from "../../worker/contract/pages/analytics.ts";
import type {
	CreatorPage,
	HandleAvailability,
	OwnCreatorPage,
} from "../../worker/contract/pages/creator-page.ts";
import type { DashboardMetrics, DayMetrics } from "../../worker/contract/pages/dashboard.ts";
import type {
	CreditNote,
	Invoice,
	InvoiceDetails,
} from "../../worker/contract/payments/invoices.ts";
import type {
	Balance,
	BeginDirectResponse,
	ConfirmDirectResponse,
	DirectClaim,
	EarlierVersion,
	GetFreeResponse,
	LedgerLine,
	MyPurchase,
	NewFile,
	PaymentIntentResponse,
	PaymentStatus,
	PaymentSuccessResponse,
	Receipt,
	ReceiptPart,
	RedeemReceiptResponse,
	Sale,
	SalePage,
} from "../../worker/contract/payments/payments.ts";
import type {
	CreateSubscriptionResponse,
	SubscriptionStatus,
} from "../../worker/contract/payments/subscriptions.ts";
import type { AuditEntry } from "../../worker/contract/trust/audit.ts";
import type { OwnSanction } from "../../worker/contract/trust/moderation.ts";

/** What only a share's creator is told of it. */
type OwnFields = Pick<
	MyShare,
	"samples" | "listed" | "indexed" | "opensAt" | "endsAccess" | "hasPassword"
>;

/**
 * The schemas of the description, by their names. They are made from these very types
 * (`type-schemas.ts`), and the compiler compares them with what the routes return (`operation.ts`).
 */
export type Components = {
	AccessTokenInfo: AccessTokenInfo;
	AccessTokenList: AccessTokenList;
	NewAccessToken: NewAccessToken;
	AccountDeletionPreview: AccountDeletionPreview;
	AccountExport: { [section: string]: unknown };
	AddressChange: AddressChange;
	ApplicationInfo: ApplicationInfo;
	ApplicationList: ApplicationList;
	AuthorizationDecision: AuthorizationDecision;
	AuthorizationRequest: AuthorizationRequest;
	ConnectedApplication: ConnectedApplication;
	NewApplication: NewApplication;
	PendingAddressChange: { change: AddressChange | null };
	BegunAddressChange: { change: AddressChange };
	ConfirmedAddressChange: ConfirmedAddressChange;
	SessionInfo: SessionInfo;
	TotpConfirmed: TotpConfirmed;
	TotpSetup: TotpSetup;
	TransactionLimits: TransactionLimits;
	User: User;
	Analytics: Analytics;
	Counts: Counts;
	AuditEntry: AuditEntry;
	PublicConfig: PublicConfig;
	Plan: Plan;
	CreatorPage: CreatorPage;
	HandleAvailability: HandleAvailability;
	OwnCreatorPage: OwnCreatorPage;
	OwnPage: { page: OwnCreatorPage | null };
	SavedPage: { page: OwnCreatorPage };
	BlockedBuyer: BlockedBuyer;
	ConfirmedAddress: ConfirmedAddress;
	Customer: Customer;
	CustomerDetails: CustomerDetails;
	CustomerPage: CustomerPage;
	CustomerPurchase: CustomerPurchase;
	DashboardMetrics: DashboardMetrics;
	DayMetrics: DayMetrics;
	DeviceCodeResponse: DeviceCodeResponse;
	DeviceRequest: DeviceRequest;
	DeviceTokenResponse: DeviceTokenResponse;
	OAuthErrorBody: OAuthErrorBody;
	Discount: Discount;
	ShareDraft: ShareDraft;
	Error: ErrorBody;
	CreditNote: CreditNote;
	Invoice: Invoice;
	InvoiceDetails: InvoiceDetails;
	OwnSanction: OwnSanction;
	AssertionOptions: AssertionOptions;
	AttestationOptions: AttestationOptions;
	PasskeyInfo: PasskeyInfo;
	PasskeyList: PasskeyList;
	Balance: Balance;
	BeginDirectResponse: BeginDirectResponse;
	ConfirmDirectResponse: ConfirmDirectResponse;
	DirectClaim: DirectClaim;
	EarlierVersion: EarlierVersion;
	GetFreeResponse: GetFreeResponse;
	LedgerLine: LedgerLine;
	MyPurchase: MyPurchase;
	NewFile: NewFile;
	PaymentIntentResponse: PaymentIntentResponse;
	PaymentStatus: PaymentStatus;
	PaymentSuccessResponse: PaymentSuccessResponse;
	Receipt: Receipt;
	ReceiptPart: ReceiptPart;
	RedeemReceiptResponse: RedeemReceiptResponse;
	Sale: Sale;
	SalePage: SalePage;
	Listing: Listing;
	MissingPreviews: MissingPreviews;
	StoredRendition: StoredRendition;
	Bundle: Bundle;
	BundlePart: BundlePart;
	CreatedShare: CreatedShare;
	EditedShare: { fileShare: FileShare & OwnFields };
	DeletionPreview: DeletionPreview;
	FilePreview: FilePreview;
	FileShare: FileShare;
	ListedShare: ListedShare;
	MyShare: MyShare;
	ShareCover: ShareCover;
	ShareCreator: ShareCreator;
	ShareFile: ShareFile;
	ShareResponse: ShareResponse;
	ShownDiscount: ShownDiscount;
	CreateSubscriptionResponse: CreateSubscriptionResponse;
	SubscriptionStatus: SubscriptionStatus;
	ShareTemplate: ShareTemplate;
	BuyerUpdate: BuyerUpdate;
	BuyerUpdates: BuyerUpdates;
	BegunUpload: BegunUpload;
	CompletingUpload: { id: string; state: "completing" };
	OpenUpload: OpenUpload;
	ResumableUpload: ResumableUpload;
	StoredPart: StoredPart;
	UploadFile: UploadFile;
	ListenerMessage: ListenerMessage;
	ListenerMessages: ListenerMessages;
	NewWebhookListener: NewWebhookListener;
	WebhookAttempt: WebhookAttempt;
	WebhookEndpoint: WebhookEndpoint;
	WebhookEndpointList: WebhookEndpointList;
	WebhookEndpointWithSecret: WebhookEndpointWithSecret;
	WebhookMessage: WebhookMessage;
	WebhookMessagePage: WebhookMessagePage;
	WebhookClaim: WebhookClaim;
	WebhookDispute: WebhookDispute;
	WebhookPayout: WebhookPayout;
	WebhookRefund: WebhookRefund;
	WebhookSale: WebhookSale;
	WebhookShare: WebhookShare;
	WebhookSubscription: WebhookSubscription;
	SaleCreatedEvent: WebhookPayload<"sale.created">;
	SaleRefundedEvent: WebhookPayload<"sale.refunded">;
	SaleRefundFailedEvent: WebhookPayload<"sale.refund_failed">;
	DisputeOpenedEvent: WebhookPayload<"dispute.opened">;
	DisputeClosedEvent: WebhookPayload<"dispute.closed">;
	ClaimCreatedEvent: WebhookPayload<"claim.created">;
	ClaimApprovedEvent: WebhookPayload<"claim.approved">;
	ClaimDeclinedEvent: WebhookPayload<"claim.declined">;
	UploadCompletedEvent: WebhookPayload<"upload.completed">;
	SharePublishedEvent: WebhookPayload<"share.published">;
	ShareUpdatedEvent: WebhookPayload<"share.updated">;
	ShareDeletedEvent: WebhookPayload<"share.deleted">;
	SubscriptionUpdatedEvent: WebhookPayload<"subscription.updated">;
	PayoutPaidEvent: WebhookPayload<"payout.paid">;
	PayoutFailedEvent: WebhookPayload<"payout.failed">;
	WebhookTestEvent: WebhookPayload<"webhook.test">;
	Withdrawal: Withdrawal;
	ReceivedWithdrawal: { receivedAt: string };
	CreatedMessage: { id: string };
	OnboardingLink: { url: string };
	ArchiveLink: { url: string };
	DeepHealth: DeepHealth;
	Health: Health;
	OEmbed: {
		version: string;
		type: string;
		title: string;
		author_name: string;
		author_url?: string;
		provider_name: string;
		provider_url: string;
		/** seconds */
		cache_age: number;
		thumbnail_url?: string;
		thumbnail_width?: number;
		thumbnail_height?: number;
		html: string;
		/** pixels */
		width: number;
		/** pixels */
		height: number;
	};
};
