-- What a store of `schema_2` kept of its classes, each table now called `old_...`, comes into those of `classes.sql`.

INSERT INTO classes
    SELECT id, "key", digest, code, question_set, device, write_id, content, made_at, led, joined + work,
           json_object(
               'pace', pace, 'variants', json(variants), 'joins_until', joins_until, 'label', label,
               'phase', phase, 'at', at, 'revealed', json(iif(revealed, 'true', 'false')),
               'locked', json(iif(locked, 'true', 'false')), 'led_by', led_by),
           '', ''
    FROM old_classes ORDER BY id;
-- The number of a class that was deleted is given to no other.
DELETE FROM sqlite_sequence WHERE name = 'classes';
INSERT INTO sqlite_sequence (name, seq) SELECT 'classes', seq FROM sqlite_sequence WHERE name = 'old_classes';

INSERT INTO class_seats SELECT * FROM old_class_seats;
INSERT INTO class_tokens SELECT * FROM old_class_tokens;
INSERT INTO class_work SELECT * FROM old_class_work;

DROP TABLE old_class_work;
DROP TABLE old_class_tokens;
DROP TABLE old_class_seats;
DROP TABLE old_classes;
