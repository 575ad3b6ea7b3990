-- A store as it was with the first three migrations only: that of the first, brought on by them. Never change this file.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','m0001_games','2026-11-21 12:00:00.000000+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorekeeper','m0002_devices','2026-11-22 00:25:30.195498+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorekeeper','m0003_reading_aids','2026-11-22 00:25:30.198607+00:00');
CREATE TABLE device_games (
            device TEXT NOT NULL,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            may_edit INTEGER NOT NULL CHECK (may_edit IN (0, 1)),
            PRIMARY KEY (device, game)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "device_games" VALUES('phone',1,1);
INSERT INTO "device_games" VALUES('tablet',1,0);
CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            edit_key TEXT NOT NULL UNIQUE CHECK (length(edit_key) >= 16),
            view_key TEXT NOT NULL UNIQUE CHECK (length(view_key) >= 16 AND view_key <> edit_key),
            title TEXT NOT NULL,
            house TEXT NOT NULL CHECK (json_valid(house)),
            holes_planned INTEGER NOT NULL CHECK (holes_planned > 0),
            first_dealer INTEGER NOT NULL,
            rematch_of INTEGER REFERENCES games (id) ON DELETE SET NULL,
            version INTEGER NOT NULL CHECK (version > 0),
            created_at TEXT NOT NULL CHECK (datetime(created_at) IS NOT NULL),
            changed_at TEXT NOT NULL CHECK (datetime(changed_at) IS NOT NULL),
            -- a game and its players are made together, so this one waits for the end of the transaction
            FOREIGN KEY (id, first_dealer) REFERENCES players (game, id) DEFERRABLE INITIALLY DEFERRED
        ) STRICT;
INSERT INTO "games" VALUES(1,'edit-key-of-old-game','view-key-of-old-game','','{"key":"penalty","name":"Penalty","summary":"Jokers are minus 3, four of a kind in two columns is minus 10, and whoever ends the hole pays 10 if somebody is lower.","source":{"sheet":"001","title":"Golf with jokers, four of a kind and the ender''s penalty"},"grid":{"rows":2,"columns":3},"values":{"A":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9,"10":10,"J":10,"Q":10,"K":0,"*":-3},"ending":{"trigger":"turn-up-last","replacing_last_ends":true,"last_turns":1,"stock_empty":"reshuffle","hidden":"counted"},"table":{"players_min":2,"players_max":null,"decks":{"2":1,"4":"ask","5":2},"jokers_per_deck":2},"cancelling":{"where":["column"],"size":2,"same":"rank","leftover":"counts","exceptions":{"*":"zero"},"wild":[]},"four_of_a_kind":{"points":-10,"pattern":"columns","touching":false,"not_for":[],"six_alike":"once","cards":"cancelled"},"penalty":{"kind":"add","points":10,"when":"someone-lower","each_rival":false},"reward":null,"opening":{"face_up":2,"when":"first-turn","peek":0},"turn":{"placed":"face-up","may_return_discard":true,"turn_up_after_discard":"must-but-last"},"match":{"holes":[9],"winner":"lowest-total","tie":"shared","hole_winner":true},"options":[{"key":"decks-at-four","row":"001-a","kind":"play","question":"One deck or two for four players?","why":"The sheet gives one deck to fewer than four players and two to five or more; four are not mentioned. Published rules go both ways.","readings":[{"key":"one","text":"one deck","sets":{"table.decks":{"2":1,"5":2}}},{"key":"two","text":"two decks","sets":{"table.decks":{"2":1,"4":2}}}],"must_ask":true,"only_players":4},{"key":"joker-value","row":"B.x","kind":"score","question":"What does a joker count?","why":"The sheet takes three points off for a joker; other published rules take off two or five.","readings":[{"key":"minus-three","text":"minus 3","sets":{"values.*":-3}},{"key":"minus-two","text":"minus 2","sets":{"values.*":-2}},{"key":"minus-five","text":"minus 5","sets":{"values.*":-5}}],"must_ask":false,"only_players":null},{"key":"joker-pair","row":"001-c","kind":"score","question":"What does a column of two jokers count?","why":"The sheet says that any pair is zero, and also that three points come off for each joker.","readings":[{"key":"zero","text":"0, like any pair","sets":{"cancelling.exceptions.*":"zero"}},{"key":"keep","text":"each joker keeps its own value: minus 6 as printed","sets":{"cancelling.exceptions.*":"keep"}}],"must_ask":false,"only_players":null},{"key":"four-of-a-kind","row":"001-f","kind":"score","question":"What does four of a kind count?","why":"The sheet takes ten points off, and does not say whether the four cards count as well.","readings":[{"key":"minus-ten","text":"minus 10 in place of the cards","sets":{"four_of_a_kind.points":-10,"four_of_a_kind.cards":"cancelled"}},{"key":"on-top","text":"minus 10 on top of what the cards count","sets":{"four_of_a_kind.points":-10,"four_of_a_kind.cards":"counted"}},{"key":"off","text":"nothing: they are two pairs","sets":{"four_of_a_kind.points":0,"four_of_a_kind.cards":"cancelled"}}],"must_ask":false,"only_players":null},{"key":"touching","row":"001-e","kind":"score","question":"Must the two equal columns be neighbours?","why":"The sheet asks for two above and two below, and says nothing about side by side.","readings":[{"key":"any","text":"no, any two columns","sets":{"four_of_a_kind.touching":false}},{"key":"touching","text":"yes, the four cards must form a block","sets":{"four_of_a_kind.touching":true}}],"must_ask":false,"only_players":null},{"key":"two-and-two","row":"001-g","kind":"score","question":"Is it four of a kind when two are in the top row and two in the bottom row, but not in two columns?","why":"One sentence of the sheet can be read so; another asks for cards stacked in pairs.","readings":[{"key":"columns","text":"no, they must fill two columns","sets":{"four_of_a_kind.pattern":"columns"}},{"key":"rows","text":"yes","sets":{"four_of_a_kind.pattern":"two-and-two"}}],"must_ask":false,"only_players":null},{"key":"four-jokers","row":"001-d","kind":"score","question":"Are four jokers four of a kind?","why":"Only two decks hold four jokers, and the sheet does not speak of them.","readings":[{"key":"yes","text":"yes","sets":{"four_of_a_kind.not_for":[]}},{"key":"no","text":"no","sets":{"four_of_a_kind.not_for":["*"]}}],"must_ask":false,"only_players":null},{"key":"six-alike","row":"001-i","kind":"score","question":"What do six equal cards count?","why":"Two decks make six of a rank possible: one four of a kind and a pair, or two overlapping blocks.","readings":[{"key":"once","text":"the bonus once","sets":{"four_of_a_kind.six_alike":"once"}},{"key":"each-block","text":"the bonus for each block of neighbouring columns","sets":{"four_of_a_kind.six_alike":"each-block"}}],"must_ask":false,"only_players":null},{"key":"penalty","row":"B.x","kind":"score","question":"What does the ender pay when somebody is lower?","why":"The sheet adds ten points; other published rules differ.","readings":[{"key":"plus-ten","text":"10 points","sets":{"penalty.kind":"add","penalty.points":10}},{"key":"none","text":"nothing","sets":{"penalty.kind":"none","penalty.points":10}},{"key":"plus-five","text":"5 points","sets":{"penalty.kind":"add","penalty.points":5}},{"key":"double","text":"the score is doubled","sets":{"penalty.kind":"double","penalty.points":0}},{"key":"double-and-five","text":"the score is doubled and 5 added","sets":{"penalty.kind":"double-and-add","penalty.points":5}},{"key":"worst","text":"the worst score at the table","sets":{"penalty.kind":"worst","penalty.points":0}}],"must_ask":false,"only_players":null},{"key":"penalty-tie","row":"001-l","kind":"score","question":"Does the ender pay when somebody is equal?","why":"The sheet speaks of the ender not having the lowest score, and then explains this as another being lower.","readings":[{"key":"free","text":"no, only a lower score costs","sets":{"penalty.when":"someone-lower"}},{"key":"pays","text":"yes, an equal score costs as well","sets":{"penalty.when":"someone-lower-or-equal"}}],"must_ask":false,"only_players":null},{"key":"penalty-rivals","row":"001-m","kind":"score","question":"Does the ender pay once, or for every player who did better?","why":"The sheet adds ten points and does not count the rivals.","readings":[{"key":"once","text":"once","sets":{"penalty.each_rival":false}},{"key":"each","text":"for each of them","sets":{"penalty.each_rival":true}}],"must_ask":false,"only_players":null},{"key":"last-turn","row":"B.x","kind":"score","question":"Do the others get one more turn after a player has ended the hole?","why":"The sheet gives each of the others one more chance; some tables stop at once, which changes what they score.","readings":[{"key":"one","text":"yes, one turn each","sets":{"ending.last_turns":1}},{"key":"none","text":"no, play stops at once","sets":{"ending.last_turns":0}}],"must_ask":false,"only_players":null},{"key":"twos","row":"001-y","kind":"score","question":"What does a two count?","why":"The sheet counts two to ten at face value; players used to Golf without jokers count a two as minus 2.","readings":[{"key":"plus","text":"2","sets":{"values.2":2}},{"key":"minus","text":"minus 2","sets":{"values.2":-2}}],"must_ask":false,"only_players":null},{"key":"jokers","row":"001-b","kind":"play","question":"How many jokers are in each deck?","why":"The sheet gives jokers a value but no number.","readings":[{"key":"two","text":"two","sets":{"table.jokers_per_deck":2}},{"key":"one","text":"one","sets":{"table.jokers_per_deck":1}},{"key":"four","text":"four","sets":{"table.jokers_per_deck":4}}],"must_ask":false,"only_players":null},{"key":"last-card","row":"001-p","kind":"play","question":"Does replacing the last face-down card end the hole?","why":"The sheet lets a player end it by turning the last card up. A player who swaps it instead has no card left to turn.","readings":[{"key":"ends","text":"yes, all six lie open","sets":{"ending.replacing_last_ends":true}},{"key":"goes-on","text":"no, only turning it up does","sets":{"ending.replacing_last_ends":false}}],"must_ask":false,"only_players":null},{"key":"put-back","row":"001-u","kind":"play","question":"May a card taken from the discard pile be put straight back?","why":"The sheet lets the drawn card be discarded, whichever pile it came from, but then a card must be turned up.","readings":[{"key":"allowed","text":"yes, it may go straight back","sets":{"turn.may_return_discard":true}},{"key":"forbidden","text":"no, it must replace a card of the layout","sets":{"turn.may_return_discard":false}}],"must_ask":false,"only_players":null},{"key":"stock-empty","row":"001-ab","kind":"play","question":"What if the stock runs out?","why":"The sheet says nothing. Most tables shuffle the discards and play on; some count at once.","readings":[{"key":"reshuffle","text":"shuffle the discard pile, all but its top card, into a new stock","sets":{"ending.stock_empty":"reshuffle"}},{"key":"hole-ends","text":"the hole ends and is scored","sets":{"ending.stock_empty":"hole-ends"}}],"must_ask":false,"only_players":null},{"key":"winner","row":"001-z","kind":"match","question":"Who wins the game?","why":"The sheet wants the lowest score at the end of the game, and also names a winner of each round.","readings":[{"key":"lowest-total","text":"the lowest total","sets":{"match.winner":"lowest-total"}},{"key":"most-holes","text":"whoever wins the most holes","sets":{"match.winner":"most-holes"}}],"must_ask":false,"only_players":null},{"key":"tie","row":"001-aa","kind":"match","question":"What if totals are equal at the end?","why":"The sheet names no tie-break.","readings":[{"key":"shared","text":"the win is shared","sets":{"match.tie":"shared"}},{"key":"extra-hole","text":"those tied play an extra hole","sets":{"match.tie":"extra-hole"}}],"must_ask":false,"only_players":null}],"examples":[{"layout":"5 K 5 / 5 3 5","total":-7,"why":"Two columns of fives cancel and take 10 off; the king and three in between count 3."},{"layout":"* 7 2 / 4 7 Q","total":13,"why":"Joker and four are 1, the sevens cancel, two and queen are 12."}],"readings":{}}',9,1,NULL,5,'2026-11-21T12:00:01.000000Z','2026-11-21T12:00:06.000000Z');
CREATE TABLE history (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            write_id TEXT NOT NULL UNIQUE,
            content TEXT NOT NULL,
            device TEXT NOT NULL,
            at TEXT NOT NULL CHECK (datetime(at) IS NOT NULL),
            kind TEXT NOT NULL CHECK (kind IN (
                'created', 'hand', 'hole', 'players', 'plan', 'undo', 'redo', 'same')),
            parts TEXT NOT NULL CHECK (json_valid(parts)),
            of_change INTEGER REFERENCES history (id),
            CHECK ((of_change IS NOT NULL) = (kind IN ('undo', 'redo')))
        ) STRICT;
INSERT INTO "history" VALUES(1,1,'write-1','10bdbc25461802edc4e077dd4da5b132','phone','2026-11-21T12:00:01.000000Z','created','[{"subject":"players","before":null,"after":[{"id":1,"name":"Ann","joined":1,"left":null},{"id":2,"name":"Bo","joined":1,"left":null},{"id":3,"name":"Cy","joined":1,"left":null}]},{"subject":"plan","before":null,"after":{"holes_planned":9,"first_dealer":1,"title":""}}]',NULL);
INSERT INTO "history" VALUES(2,1,'write-3','0a81faf6a7e97758104f70c152a2a298','phone','2026-11-21T12:00:03.000000Z','hand','[{"subject":"hole","hole":1,"before":null,"after":{"dealer":1,"ender":null,"ender_known":false,"confirmed":false,"warnings_accepted":false,"playoff":[]}},{"subject":"hand","hole":1,"player":1,"before":null,"after":"5 * 7 / 5 Q K"}]',NULL);
INSERT INTO "history" VALUES(3,1,'write-4','fac61ef8e3c5c2ed98b094f19a6fe330','phone','2026-11-21T12:00:04.000000Z','hand','[{"subject":"hand","hole":1,"player":2,"before":null,"after":-3}]',NULL);
INSERT INTO "history" VALUES(4,1,'write-5','0e59d9dc97fe5573d572bcaac6d809e9','phone','2026-11-21T12:00:05.000000Z','hand','[{"subject":"hand","hole":1,"player":1,"before":"5 * 7 / 5 Q K","after":"K K K / K K Q"}]',NULL);
INSERT INTO "history" VALUES(5,1,'write-6','6d3c0bf54402802a03d51a16672d3734','phone','2026-11-21T12:00:06.000000Z','undo','[{"subject":"hand","hole":1,"player":1,"before":"K K K / K K Q","after":"5 * 7 / 5 Q K"}]',4);
CREATE TABLE holes (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            dealer INTEGER NOT NULL,
            ender INTEGER,
            ender_known INTEGER NOT NULL DEFAULT 0 CHECK (ender_known IN (0, 1)),
            confirmed INTEGER NOT NULL DEFAULT 0 CHECK (confirmed IN (0, 1)),
            warnings_accepted INTEGER NOT NULL DEFAULT 0 CHECK (warnings_accepted IN (0, 1)),
            playoff TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(playoff)),
            PRIMARY KEY (game, number),
            FOREIGN KEY (game, dealer) REFERENCES players (game, id),
            FOREIGN KEY (game, ender) REFERENCES players (game, id)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "holes" VALUES(1,1,1,NULL,0,0,0,'[]');
CREATE TABLE layouts (
            game INTEGER NOT NULL,
            hole INTEGER NOT NULL,
            player INTEGER NOT NULL,
            cards TEXT CHECK (cards <> ''),
            points INTEGER,
            version INTEGER NOT NULL CHECK (version > 0),
            PRIMARY KEY (game, hole, player),
            CHECK ((cards IS NULL) <> (points IS NULL)),
            FOREIGN KEY (game, hole) REFERENCES holes (game, number),
            FOREIGN KEY (game, player) REFERENCES players (game, id)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "layouts" VALUES(1,1,1,'5 * 7 / 5 Q K',NULL,5);
INSERT INTO "layouts" VALUES(1,1,2,NULL,-3,3);
CREATE TABLE players (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL CHECK (seat > 0),
            name TEXT NOT NULL CHECK (name <> ''),
            joined INTEGER NOT NULL DEFAULT 1 CHECK (joined > 0),
            "left" INTEGER CHECK ("left" >= joined - 1),
            UNIQUE (game, id)
        ) STRICT;
INSERT INTO "players" VALUES(1,1,1,'Ann',1,NULL);
INSERT INTO "players" VALUES(2,1,2,'Bo',1,NULL);
INSERT INTO "players" VALUES(3,1,3,'Cy',1,NULL);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX games_of_rematches ON games (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX holes_of_dealers ON holes (game, dealer);
CREATE INDEX holes_of_enders ON holes (game, ender) WHERE ender IS NOT NULL;
CREATE INDEX history_of_games ON history (game);
CREATE INDEX history_taken_back ON history (of_change) WHERE of_change IS NOT NULL;
CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history BEGIN
            SELECT RAISE(ABORT, 'history is only ever added to');
        END;
CREATE TRIGGER history_is_never_cut BEFORE DELETE ON history
        WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game) BEGIN
            SELECT RAISE(ABORT, 'history is only ever added to');
        END;
CREATE INDEX devices_of_games ON device_games (game);
CREATE VIEW readable_layouts AS
            SELECT games.id AS game, games.title, games.house ->> 'name' AS house, layouts.hole, players.name AS player,
                   layouts.cards, layouts.points
            FROM layouts JOIN games ON games.id = layouts.game JOIN players ON players.id = layouts.player
            ORDER BY layouts.game, layouts.hole, players.seat;
CREATE VIEW readable_history AS
            SELECT history.game, history.id AS change, history.at, history.device, history.kind, history.of_change,
                   part.value ->> 'subject' AS subject, part.value ->> 'hole' AS hole, players.name AS player,
                   part.value ->> 'before' AS before, part.value ->> 'after' AS after
            FROM history, json_each(history.parts) AS part
                 LEFT JOIN players ON players.id = part.value ->> 'player'
            ORDER BY history.id;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',1);
INSERT INTO "sqlite_sequence" VALUES('players',3);
INSERT INTO "sqlite_sequence" VALUES('history',5);
COMMIT;
