SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.blobs (
    user_id bigint NOT NULL,
    hash text NOT NULL,
    bytes bytea NOT NULL
);
ALTER TABLE ONLY public.blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE public.devices (
    user_id bigint NOT NULL,
    number bigint NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    last_n bigint DEFAULT 0 NOT NULL,
    settled_n bigint DEFAULT 0 NOT NULL,
    seen_seq bigint DEFAULT 0 NOT NULL,
    created bigint NOT NULL,
    seen bigint NOT NULL,
    ended bigint,
    format bigint DEFAULT 1 NOT NULL
)
WITH (fillfactor='70');
CREATE TABLE public.emails (
    email text NOT NULL,
    user_id bigint NOT NULL
);
CREATE TABLE public.entries (
    user_id bigint NOT NULL,
    id uuid NOT NULL,
    ver bigint NOT NULL,
    device bigint NOT NULL,
    deleted bigint DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    versions text,
    fields text NOT NULL
);
CREATE TABLE public.failures (
    key bytea NOT NULL,
    since bigint NOT NULL,
    count bigint NOT NULL,
    strikes bigint NOT NULL,
    blocked_until bigint NOT NULL
);
CREATE TABLE public.invitations (
    hash bytea NOT NULL,
    created bigint NOT NULL,
    used bigint
);
CREATE TABLE public.ledger (
    user_id bigint NOT NULL,
    seq bigint NOT NULL,
    device bigint NOT NULL,
    n bigint NOT NULL,
    at bigint NOT NULL,
    mark bigint NOT NULL,
    digest uuid NOT NULL,
    result text,
    entry uuid
);
CREATE TABLE public.names (
    user_id bigint NOT NULL,
    kind text NOT NULL,
    field text NOT NULL,
    folded bytea NOT NULL,
    id uuid NOT NULL
);
CREATE TABLE public.server (
    id text NOT NULL
);
CREATE TABLE public.tokens (
    user_id bigint NOT NULL,
    device bigint NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.trove_format (
    version bigint NOT NULL
);
CREATE TABLE public.uniques (
    user_id bigint NOT NULL,
    kind text NOT NULL,
    field text NOT NULL
);
CREATE TABLE public.users (
    user_id bigint NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password text NOT NULL,
    epoch text NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    mark bigint DEFAULT 0 NOT NULL,
    gc_floor bigint DEFAULT 0 NOT NULL,
    entry_count bigint DEFAULT 0 NOT NULL,
    blob_bytes bigint DEFAULT 0 NOT NULL,
    stored bigint DEFAULT 0 NOT NULL,
    created bigint NOT NULL,
    disabled bigint
)
WITH (fillfactor='70');
INSERT INTO public.devices VALUES (305016023928564, 1, '01a2074b-767c-70db-abff-32282c5ed40c', 'laptop', 13, 12, 13, 1795418715772, 1795418715824, NULL, 2);
INSERT INTO public.devices VALUES (305016023928564, 2, '01a2074b-7716-78a2-bbec-04de795fa8f3', 'phone', 2, 1, 15, 1795418715926, 1795418715993, NULL, 2);
INSERT INTO public.emails VALUES ('ann@example.org', 305016023928564);
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-7120-be38-98f7eb813a6f', 2, 1, 0, 'book', NULL, '{"title":"Emma","author":"Jane Austen","isbn":"9780141439587","tags":["classic"],"state":"wish","added":"2026-11-20","lent-to":"Bob","lent-on":"2026-11-20"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-7148-a0c1-6e618407868e', 1, 1, 0, 'book', NULL, '{"title":"Dune","author":"Frank Herbert","year":1965,"genre":"sci-fi","pages":412,"state":"finished","added":"2026-11-20","shelves":["favorites"]}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-7234-bd1b-3110c782d5bc', 3, 1, 0, 'book', NULL, '{"title":"Persuasion","author":"Jane Austen","state":"wish","added":"2026-11-20"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-7697-bcb7-9fd4e0148525', 5, 1, 0, 'gem', NULL, '{"name":"Ruby"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-77c2-a9ec-427fbec2cbd4', 7, 1, 0, 'movie', NULL, '{"name":"Alien","year":1979,"director":"Ridley Scott","state":"watched","rating":5,"watched":"2026-11-20"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-77dc-9d78-698c3674dc98', 6, 1, 0, 'gem', NULL, '{"name":"Opal"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-78c0-8040-b8c25391ca77', 13, 1, 0, 'vinyl', '[12,1,{"label":[13,1]}]', '{"title":"Kind of Blue","label":"CBS"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-78d8-83f4-f375ad0cd126', 9, 1, 0, 'reading', NULL, '{"title":"Dune","author":"Frank Herbert","on":"2026-11-20"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-7a5a-9005-7bff9086b306', 8, 1, 0, 'movie', NULL, '{"name":"Brazil","state":"watched","watched":"2026-11-20"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d3-ea00-7de6-8b59-b53c123a2164', 14, 2, 0, 'book', '[4,1,{"author":[14,2]}]', '{"title":"Kindred","author":"Octavia E. Butler","state":"wish","added":"2026-11-20"}');
INSERT INTO public.entries VALUES (305016023928564, '01a1f8d5-bec0-7544-acfd-cf51ddf3bddf', 15, 2, 0, 'gem', NULL, '{"name":"Jade"}');
INSERT INTO public.entries VALUES (305016023928564, '14ab94fd-5fa6-8b64-a8bf-00b806e77864', 10, 1, 0, 'definition', NULL, '{"subject":"vinyl","text":"kind vinyl plural:vinyls create:queue update:queue delete:queue\u000afield title text rank:1 description:\"the title\""}');
INSERT INTO public.entries VALUES (305016023928564, '2c60cf08-76b7-8e7b-8e0a-6413c1159b71', 11, 1, 0, 'definition', NULL, '{"subject":"vinyl.label","text":"field label text rank:2 unique:yes"}');
INSERT INTO public.failures VALUES ('\x9428edb0cdc29df39a5dd2d1f0b701f43d4b52bf446ed2e0ed50df06516bf5cb', 1795418715853, 0, 0, 0);
INSERT INTO public.failures VALUES ('\xa231a61c410eb053c4bbe77a4730bf04b26ab0ee216605da01aef25b26bbf93c', 1795418715683, 1, 0, 0);
INSERT INTO public.ledger VALUES (305016023928564, 1, 1, 1, 1795418715778, -3319325743396257553, '26a6a2b4-b72c-6a71-0d59-569b291aebe8', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 2, 1, 2, 1795418715778, 5616191199539240746, '2eb0770c-6f57-0a03-f567-cff99387cd49', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 3, 1, 3, 1795418715778, -7004634582942569331, 'd359a33b-9a95-fb3f-5c30-f2e9aaa7b590', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 4, 1, 4, 1795418715778, -4932746726166485632, 'eea799a9-6c50-6a3d-dd12-9171d4825666', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 5, 1, 5, 1795418715778, -4055579401937805301, '2eb0745d-a995-9ca7-85bc-2c1b18415a3b', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 6, 1, 6, 1795418715778, 1504137218176631486, '542ab8ae-2771-19a8-6f1a-ec471b254610', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 7, 1, 7, 1795418715778, 8957281794899122808, 'e4dbd2ba-36bf-a5df-8dd4-6d1deb5ffeea', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 8, 1, 8, 1795418715778, 2254456295665271359, '69b54c85-79f0-bdcd-4585-d1d291a0dbf4', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 9, 1, 9, 1795418715778, 4364806316727919146, 'd6524e0c-639a-3ae4-173a-e818740246f1', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 10, 1, 10, 1795418715778, 8353026340081308982, 'cba10be4-09f8-f877-6137-07ee9bc83a5e', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 11, 1, 11, 1795418715778, -2811163877278627324, '676634de-7b4b-f0c0-8c60-2093d32c12e4', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 12, 1, 12, 1795418715778, 8088396379906911501, '06e89408-43ad-4e5a-af23-b17a466a8312', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 13, 1, 13, 1795418715809, -3525107078115409907, 'ed8c8783-8cf1-0066-dd01-1095af0b86ee', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 14, 2, 1, 1795418715960, 399134325319496451, '809ce6ca-7a0f-87d8-0cd4-7ec23ebf8123', NULL, NULL);
INSERT INTO public.ledger VALUES (305016023928564, 15, 2, 2, 1795418715978, -3013966574473948886, 'a156f043-8fc2-301b-c303-5c59ecfe5667', NULL, NULL);
INSERT INTO public.names VALUES (305016023928564, 'gem', 'name', '\x6a616465', '01a1f8d5-bec0-7544-acfd-cf51ddf3bddf');
INSERT INTO public.names VALUES (305016023928564, 'gem', 'name', '\x6f70616c', '01a1f8d3-ea00-77dc-9d78-698c3674dc98');
INSERT INTO public.names VALUES (305016023928564, 'gem', 'name', '\x72756279', '01a1f8d3-ea00-7697-bcb7-9fd4e0148525');
INSERT INTO public.names VALUES (305016023928564, 'vinyl', 'label', '\x636273', '01a1f8d3-ea00-78c0-8040-b8c25391ca77');
INSERT INTO public.server VALUES ('90bbe0c0d85949400106d6da9b8ec253');
INSERT INTO public.tokens VALUES (305016023928564, 2, '\x1eab406af09e06c1b9148a91017a8b2f11ef71156f0ef4d5df7b64446b6fc365');
INSERT INTO public.tokens VALUES (305016023928564, 1, '\x8d6040a0085bd6051c989bbc0f2aa45177080b05d8b772ca0f84579be64a8d06');
INSERT INTO public.trove_format VALUES (1);
INSERT INTO public.uniques VALUES (305016023928564, 'vinyl', 'label');
INSERT INTO public.users VALUES (305016023928564, 'ann@example.org', 'Ann', '$argon2id$v=19$m=65536,t=2,p=1$DaeppflfDTN6EAfE1muO8g$uFxVWZkIBQ0256nj2fvXA2hJOWo9iMH1C8SW3OUm/SY', '01a2074b-767c-74d9-bc63-6482f10c6b5a', 15, -3013966574473948886, 0, 13, 0, 5397, 1795418715772, NULL);
ALTER TABLE ONLY public.blobs
    ADD CONSTRAINT blobs_pkey PRIMARY KEY (user_id, hash);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (user_id, number);
ALTER TABLE ONLY public.devices
    ADD CONSTRAINT devices_user_id_id_key UNIQUE (user_id, id);
ALTER TABLE ONLY public.emails
    ADD CONSTRAINT emails_pkey PRIMARY KEY (email);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.failures
    ADD CONSTRAINT failures_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (user_id, seq);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_user_id_device_n_key UNIQUE (user_id, device, n);
ALTER TABLE ONLY public.names
    ADD CONSTRAINT names_pkey PRIMARY KEY (user_id, kind, field, folded);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (user_id, device);
ALTER TABLE ONLY public.uniques
    ADD CONSTRAINT uniques_pkey PRIMARY KEY (user_id, kind, field);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (user_id);
CREATE INDEX definitions ON public.entries USING btree (user_id) WHERE (kind = 'definition'::text);
CREATE INDEX entries_by_ver ON public.entries USING btree (user_id, ver);
CREATE INDEX rejections ON public.ledger USING btree (user_id, device, entry) WHERE (entry IS NOT NULL);
CREATE INDEX tokens_by_hash ON public.tokens USING btree (hash);
