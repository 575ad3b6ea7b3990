-- What a store of `schema_1` kept, each of its tables now called `old_...`, comes into the tables of `games.sql`.

INSERT INTO game_houses (digest, house)
    SELECT sha256(house), house FROM (SELECT house FROM old_games UNION SELECT house_begun FROM old_games)
    WHERE house IS NOT NULL;

INSERT INTO games
    SELECT id, edit_key, edit_digest,
           coalesce((SELECT device FROM old_remarks WHERE game = old_games.id AND kind = 'renewed'
                     AND parts ->> '$[0].after' = 'edit' ORDER BY id DESC LIMIT 1), ''),
           view_key, view_digest,
           coalesce((SELECT device FROM old_remarks WHERE game = old_games.id AND kind = 'renewed'
                     AND parts ->> '$[0].after' = 'view' ORDER BY id DESC LIMIT 1), ''),
           sha256(house), sha256(coalesce(house_begun, house)),
           -- numbers of players were given once for all games
           (SELECT max(seq) FROM sqlite_sequence WHERE name = 'old_players'),
           rematch_of, version, created_at, changed_at,
           (SELECT json_group_array(json(one)) FROM (
                SELECT json_array('players', NULL, NULL, (
                    SELECT json_group_array(json(person)) FROM (
                        SELECT iif(team IS NULL,
                            json_object('id', id, 'name', name, 'joined', joined, 'left', "left"),
                            json_object('id', id, 'name', name, 'joined', joined, 'left', "left", 'team', team)) AS person
                        FROM old_players WHERE game = old_games.id ORDER BY seat)), version) AS one
                UNION ALL
                SELECT json_array('plan', NULL, NULL, json_object(
                    'holes_planned', holes_planned, 'first_dealer', first_dealer, 'title', title), version)
                UNION ALL
                SELECT json_array('house', NULL, NULL, json(house -> '$.readings'), version)
                UNION ALL
                -- a hole has the version of the last change of anything on it
                SELECT json_array('hole', number, NULL, json_object(
                    'dealer', dealer, 'ender', ender, 'ender_known', json(iif(ender_known, 'true', 'false')),
                    'confirmed', json(iif(confirmed, 'true', 'false')),
                    'warnings_accepted', json(iif(warnings_accepted, 'true', 'false')), 'playoff', json(playoff)),
                    max(version, coalesce((SELECT max(version) FROM old_layouts
                                           WHERE game = old_holes.game AND hole = number), 0)))
                FROM old_holes WHERE game = old_games.id
                UNION ALL
                SELECT json_array('hand', hole, player, coalesce(cards, points), version)
                FROM old_layouts WHERE game = old_games.id)),
           '', -- its uid comes with a later step
           '', '', 0
    FROM old_games ORDER BY id;

INSERT INTO history SELECT *, NULL FROM old_history;
INSERT INTO history
    SELECT id + (SELECT max(id) FROM old_history), game, write_id, content, device, at, kind, parts, NULL, since
    FROM old_remarks;
INSERT INTO retired_keys
    SELECT digest, "key", game, remark + (SELECT max(id) FROM old_history) FROM old_retired_keys;
INSERT INTO device_games SELECT * FROM old_device_games;
INSERT INTO seats SELECT * FROM old_seats;

INSERT INTO houses
    SELECT id, owner_key, owner_digest, share_key, share_digest, begun_from, rules, old_houses.version, created_at,
           changed_at, '', ''
    FROM old_houses JOIN old_house_versions ON house = id AND old_house_versions.version = old_houses.version;
INSERT INTO house_versions SELECT * FROM old_house_versions;
INSERT INTO device_houses SELECT * FROM old_device_houses;

-- In an order in which each can go: a game takes its players along, a house its versions.
DROP TABLE old_retired_keys;
DROP TABLE old_remarks;
DROP TABLE old_seats;
DROP TABLE old_device_games;
DROP TABLE old_layouts;
DROP TABLE old_holes;
DROP TABLE old_history;
DROP TABLE old_games;
DROP TABLE old_players;
DROP TABLE old_device_houses;
DROP TABLE old_houses;
DROP TABLE old_house_versions;

-- What nothing read.
DROP TABLE carry_codes;
DROP TABLE class_papers;
ALTER TABLE classes DROP COLUMN held;
ALTER TABLE class_seats DROP COLUMN most_devices;
